#!/bin/sh
# Makes a root file system of Debian with Node 24, npm and this machine's certificates: the base of the images in tests, where no
# image can be pulled. Needs root and mmdebstrap.
set -eu
target=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
node=$(node -p process.execPath)
npm=$(dirname "$(dirname "$(realpath "$(command -v npm)")")")
mkdir -p "$(dirname "$target")"
mmdebstrap --quiet --variant=minbase --include=ca-certificates,libstdc++6,tini \
  --customize-hook="copy-in '$node' /usr/local/bin" \
  --customize-hook='mkdir -p "$1/usr/local/lib/node_modules"' \
  --customize-hook="copy-in '$npm' /usr/local/lib/node_modules" \
  --customize-hook='ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"' \
  --customize-hook="copy-in /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs" \
  --customize-hook='rm -rf "$1"/var/lib/apt/lists/* "$1"/usr/share/doc/*' \
  bookworm "$scratch/base.tar"
mv "$scratch/base.tar" "$target"
