#!/usr/bin/env bash
# Installs what `npm run test:containers` needs beyond .ci/run, and prints the variables that name it.
set -euo pipefail
tools="${MINTWRIGHT_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/mintwright}"

if ! "$tools/podman-compose/bin/podman-compose" --version >/dev/null 2>&1; then
  python3 -m venv "$tools/podman-compose"
  "$tools/podman-compose/bin/pip" install --quiet --disable-pip-version-check podman-compose==1.6.0
fi

mailpit_version=v1.27.11
if ! go version -m "$tools/mailpit/bin/mailpit" 2>/dev/null | grep -q "$mailpit_version"; then
  # A module that requires it: `go install` also asks for the list of versions, which not every proxy has.
  module=$(mktemp -d)
  trap 'rm -rf "$module"' EXIT
  printf 'module build\n\ngo 1.25\n\nrequire github.com/axllent/mailpit %s\n' "$mailpit_version" >"$module/go.mod"
  go build -C "$module" -mod=mod -o "$tools/mailpit/bin/mailpit" github.com/axllent/mailpit
fi

echo "export PODMAN_COMPOSE=$tools/podman-compose/bin/podman-compose"
echo "export MAILPIT=$tools/mailpit/bin/mailpit"
