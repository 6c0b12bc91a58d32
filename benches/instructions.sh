#!/usr/bin/env bash
# Counts the instructions of seven hot paths (benches/instructions.rs) and fails if one is 3 % above its count on record, with the
# name of the path: `bash benches/instructions.sh`. `--renew` records the counts instead, for a new compiler or a change that is
# worth its cost. Needs valgrind, x86-64 with AVX2, and the compiler on record: with another one nothing is compared.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! grep -q avx2 /proc/cpuinfo; then
    echo 'skipped: the instruction counts, which need x86-64 with AVX2'
    exit
fi
record=benches/instructions.tsv
compiler="# $(rustc --version), x86-64 with AVX2"
if [ "${1:-}" != --renew ] && ! grep -qxF "$compiler" "$record"; then
    echo "skipped: the instruction counts on record are of $(sed -n 's/^# rustc/rustc/p' "$record"), and this is ${compiler#\# };"
    echo 'to renew them: bash benches/instructions.sh --renew'
    exit
fi

bench=(cargo bench --locked --quiet --bench instructions --)
"${bench[@]}" none >/dev/null
export CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER='valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=*measured*'
counts=("# The instructions of one run of each path: bash benches/instructions.sh --renew" "$compiler")
grown=()
while IFS=$'\t' read -r path before; do
    count=$("${bench[@]}" "$path" 2>&1 | sed -n 's/^==.*Collected : //p')
    echo "$path: $count instructions, $before on record"
    counts+=("$path"$'\t'"$count")
    if [ "$count" -gt $((before + before * 3 / 100)) ]; then grown+=("$path"); fi
done < <(grep -v '^#' "$record")
if [ "${1:-}" = --renew ]; then
    printf '%s\n' "${counts[@]}" >"$record"
elif [ "${#grown[@]}" -gt 0 ]; then
    echo "more instructions than on record: ${grown[*]}; if the growth is meant: bash benches/instructions.sh --renew"
    exit 1
fi
