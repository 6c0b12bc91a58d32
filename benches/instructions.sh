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
version=$(sed -n 's/^gungraun = "=\(.*\)"$/\1/p' benches/Cargo.toml)
export GUNGRAUN_RUNNER=$PWD/target/tools/bin/gungraun-runner
if [ "$("$GUNGRAUN_RUNNER" --version 2>/dev/null)" != "gungraun-runner $version" ]; then
    cargo install gungraun-runner --quiet --debug --locked --version "$version" --root target/tools --target-dir target/tools-build
    rm -rf --one-file-system target/tools-build
fi

bench=(cargo bench --locked --bench instructions --)
if [ "${1:-}" = --renew ]; then
    echo "# The instructions of one run of each path: bash benches/instructions.sh --renew" >"$record"
    GUNGRAUN_COLOR=never "${bench[@]}" | tee /dev/stderr |
        awk -v compiler="$compiler" '
            BEGIN { print compiler }
            /^[a-z].*::/ { split($2, id, ":"); name = id[1] }
            /Instructions:/ { sub(/\|.*/, "", $2); print name "\t" $2 }' >>"$record"
elif ! "${bench[@]}"; then
    echo 'If the growth is meant: bash benches/instructions.sh --renew'
    exit 1
fi
