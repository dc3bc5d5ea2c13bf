#!/bin/sh
# Writes .env: a copy of .env.example with a random secret for each value that is `generate`. Never replaces a file.
set -eu
cd "$(dirname "$0")/../.."
umask 077
set -C
while IFS= read -r line; do
  case $line in
    *=generate) echo "${line%generate}$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')" ;;
    *) echo "$line" ;;
  esac
done <.env.example >.env
