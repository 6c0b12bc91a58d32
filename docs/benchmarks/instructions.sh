#!/usr/bin/env bash
# Instructions an operation of each kernel on each CPU path, counted by callgrind:
#   mkdir -p docs/benchmarks/runs
#   bash docs/benchmarks/instructions.sh > docs/benchmarks/runs/DATE-MACHINE-instructions.tsv
# Needs valgrind. Counts do not depend on the load of the machine, but on the compiler: it is named in the output.
set -euo pipefail
cd "$(dirname "$0")/../.."

program=$(cargo bench --locked --bench instructions --no-run --message-format=json 2>/dev/null |
    grep -o '"executable":"[^"]*instructions-[^"]*"' | cut -d'"' -f4)

# Instructions of a whole run.
counted() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

echo "# commit $(git rev-parse --short HEAD), $(rustc --version), $(valgrind --version)"
printf 'kernel\tpath\toperations a round\tinstructions an operation\n'
for kernel in $("$program"); do
    for path in portable avx2; do
        if ! operations=$("$program" "$kernel" "$path" 1 2>/dev/null); then
            echo "# skipped: $kernel on $path, which this CPU lacks"
            continue
        fi
        few=$(counted "$kernel" "$path" 10)
        many=$(counted "$kernel" "$path" 30)
        awk -v k="$kernel" -v p="$path" -v o="$operations" -v n=$((many - few)) \
            'BEGIN { printf "%s\t%s\t%d\t%.1f\n", k, p, o, n / 20 / o }'
    done
done
