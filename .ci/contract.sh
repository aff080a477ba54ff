#!/usr/bin/env bash
# Drives every operation against the published description, and fails on what is not known to differ from it.
set -euo pipefail
report=$(mktemp)
node --require "$(cd "$(dirname "$0")" && pwd)/noWaits.cjs" "$1" >"$report" || true
cat "$report"
# What the report lists under "violations", without how often each occurs.
sed -n '/^violations (/,/^$/p' "$report" | sed -n 's/^  //p' | sed 's/  x[0-9]*$//' | sort >"$report.found"
grep -v '^#' "$(dirname "$0")/contract-known.txt" | sort >"$report.known"
unknown=$(comm -23 "$report.found" "$report.known")
gone=$(comm -13 "$report.found" "$report.known")
grep -q 'documented operations reached' "$report"
if [ -n "$unknown$gone" ]; then
	printf 'Not explained in .ci/contract-known.txt:\n%s\nNo longer found:\n%s\n' "$unknown" "$gone" >&2
	exit 1
fi
