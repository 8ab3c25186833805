#!/bin/sh
# Prints the interpreter that make should use: PYTHON if given, else the one already in .venv,
# else the first of the usual names that runs and is new enough.
set -u

usable() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

if [ -n "${PYTHON:-}" ]; then
    if usable "$PYTHON"; then
        echo "$PYTHON"
        exit 0
    fi
    echo "PYTHON=$PYTHON does not run or is older than Python 3.11; name another one." >&2
    exit 1
fi

for candidate in .venv/bin/python python3 python3.13 python3.12 python3.11 python; do
    if usable "$candidate"; then
        echo "$candidate"
        exit 0
    fi
done

echo "No Python 3.11 or newer found: install one (Debian/Ubuntu: apt-get install python3" \
    "python3-venv), or run: make PYTHON=/path/to/python3.11" >&2
exit 1
