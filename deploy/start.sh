#!/bin/sh
# Starts the console in its container: checks the configuration, lays the files out in a folder of the temporary storage, which
# is all that is written to, and goes over into nginx.
set -eu
home=$(dirname "$0")
run=${TMPDIR:-/tmp}/console
mounted=${1:-/etc/console/config.json}

case ${PORT:-8080} in
  *[!0-9]*)
    echo "PORT must be a number: $PORT" >&2
    exit 1
    ;;
esac

mkdir -p "$run"
if [ -e "$mounted" ]; then
  node "$home/prepare.mjs" "$home/dist" "$run" "$mounted"
else
  node "$home/prepare.mjs" "$home/dist" "$run"
fi
sed "s/PORT/${PORT:-8080}/" "$home/nginx.conf" > "$run/main.conf"
exec nginx -p "$run" -c "$run/main.conf"
