#!/bin/sh
# Starts the container: checks the configuration, writes the files to serve below $TMPDIR (or /tmp), then becomes nginx.
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
base=${CONSOLE_BASE_PATH:-/}
case $base in
  /) : > "$run/healthz.conf" ;;
  *) echo "location = /healthz { access_log off; rewrite ^ ${base}healthz last; }" > "$run/healthz.conf" ;;
esac
sed "s/PORT/${PORT:-8080}/" "$home/nginx.conf" > "$run/main.conf"
exec nginx -p "$run" -c "$run/main.conf"
