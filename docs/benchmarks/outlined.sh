#!/usr/bin/env bash
# Lists the functions of the program that call AVX2 or BMI2 instructions as functions, with the number of such calls:
# `bash docs/benchmarks/outlined.sh`. A closure that the compiler does not inline into the code of its CPU path is compiled
# without the instructions of the path, and then each of them is a call. None in the list should be part of a loop that
# counts. Needs `objdump`.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo build --locked --profile profiling
objdump --disassemble --no-show-raw-insn --demangle target/profiling/tilefall | awk '
    /^[0-9a-f]+ <.*>:$/ { name = $0; sub(/^[0-9a-f]+ </, "", name); sub(/>:$/, "", name) }
    /call.*core_arch/ { calls[name]++ }
    END { for (name in calls) print calls[name] "\t" name }' | sort -rn
