#!/usr/bin/env bash
# What the tests need beyond Python: Chromium and the library Playwright drives it with, a PostgreSQL server, pdftotext, nginx.
# Installs what is absent where apt may be used, and otherwise says which part is left out; the tests of that part are
# then skipped with that reason.
set -u

have_postgres() { compgen -G '/usr/lib/postgresql/*/bin/initdb' > /dev/null || command -v initdb > /dev/null; }

missing=()
command -v chromium > /dev/null || command -v chromium-browser > /dev/null || missing+=(chromium)
compgen -G '/usr/lib/*/libatomic.so.1' > /dev/null || missing+=(libatomic1)
have_postgres || missing+=(postgresql)
command -v pdftotext > /dev/null || missing+=(poppler-utils)
command -v nginx > /dev/null || missing+=(nginx-light)
command -v runuser > /dev/null || missing+=(util-linux)
[ "${#missing[@]}" -eq 0 ] && exit 0

"$(dirname "$0")/apt.sh" "${missing[@]}" && exit 0
for package in "${missing[@]}"; do
  case $package in
    chromium | libatomic1) echo "Left out: the browser tests (no $package)." ;;
    postgresql) echo "Left out: the PostgreSQL tests (no server)." ;;
    nginx-light) echo "Left out: the test of the proxy (no nginx)." ;;
    poppler-utils) echo "Left out: the tests that read PDF files (no pdftotext)." ;;
  esac
done
