#!/bin/sh
# sh run.sh [REPORT]
#
# Runs the program on the input that lies beside it, compares the output with the one that lies
# there too, times @RUNS@ runs part by part, and writes REPORT (report.json), to be taken back to
# the Lab. What the report says of this machine: architecture, processor part, kernel release.
#
# LOWLAB_RUNS=10      another number of runs
# LOWLAB_RUNNER=...   a command that starts the program, such as "taskset -c 4" or an emulator
#
# board is a static program for AArch64 Linux; where there is a board-native, which make board-native
# builds of a network for this machine, it is taken instead.
set -u

digest=@DIGEST@
runs=${LOWLAB_RUNS:-@RUNS@}
runner=${LOWLAB_RUNNER:-}
report=${1:-report.json}
case $report in
/*) ;;
*) report=$(pwd)/$report ;;
esac
cd "$(dirname "$0")" || exit 2

program=./board
if [ -f board-native ]; then
    program=./board-native
elif [ -z "$runner" ]; then
    case $(uname -m) in
    aarch64 | arm64) ;;
    *)
        echo "This machine is $(uname -m) and board is for AArch64: @ELSEWHERE@." >&2
        exit 2
        ;;
    esac
fi
if [ ! -f "$program" ]; then
    echo "$program is missing: unpack the whole bundle." >&2
    exit 2
fi
[ -x "$program" ] || chmod +x "$program" 2>/dev/null

# The words of LOWLAB_RUNNER are a command and its arguments.
# shellcheck disable=SC2086
$runner "$program" "$digest" "$runs" "$report"
status=$?
case $status in
0 | 1) echo "Report: $report" ;;
132) echo "This processor lacks an instruction that the program needs: @NEEDS@." >&2 ;;
esac
exit $status
