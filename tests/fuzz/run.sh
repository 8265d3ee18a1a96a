#!/bin/bash
# usage: tests/fuzz/run.sh TARGET SECONDS [FOLDER]   (session, record, configuration or boards)
# Builds the target with coverage counters (a stable toolchain and a C++ compiler do), fuzzes from the corpus and the
# seeds (and whatever lies in FOLDER), and keeps what covers something new in tests/fuzz/corpus/TARGET. What fails lies in
# tests/fuzz/artifacts.
set -euo pipefail
target=$1 seconds=${2:-60} more=${3:+$(realpath "$3")}
cd "$(dirname "$0")"
host=$(rustc -vV | sed -n 's/^host: //p')
export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing -Ccodegen-units=1"
cargo build --release --target "$host" --bin "$target"
binary=${CARGO_TARGET_DIR:-$PWD/target}/$host/release/$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "corpus/$target" artifacts "$work/seeds" "$work/found"
case $target in
    session) find ../../gtp-scripts -name '*.gtp' -exec cp {} "$work/seeds" \; ;;
    record) find ../data ../../gtp-scripts -name '*.sgf' -exec cp {} "$work/seeds" \; ;;
    configuration) find ../../configs -name '*.toml' -exec cp {} "$work/seeds" \; ;;
esac
if [ -n "$more" ]; then find "$more" -type f -exec cp -t "$work/seeds" {} +; fi
corpus=$PWD/corpus/$target artifacts=$PWD/artifacts/
cd ../..
"$binary" "$work/found" "$corpus" "$work/seeds" -artifact_prefix="$artifacts" -max_total_time="$seconds" \
    -max_len=4096 -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=1
# Only what reaches new code is kept, and of that only small files.
"$binary" -set_cover_merge=1 -use_counters=0 -max_len=512 "$corpus" "$work/found"
