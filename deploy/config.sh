#!/bin/sh
# Makes the console's config.json: a link to /etc/console/config.json if it is mounted, otherwise from the environment:
# CONSOLE_API_BASE_URL is api.baseUrl, CONSOLE_OIDC_CLIENT_ID is oidc.clientId. All but texts are JSON.
set -euf
mounted=${1:-/etc/console/config.json}
file=${CONFIG_FILE:-/tmp/config.json}

# The keys of docs/configuration.md whose values are texts.
texts='title environment api.baseUrl api.requestIdHeader oidc.authority oidc.clientId oidc.scope oidc.tokenStorage
  roles.claim provider.identifier provider.voiceProviderField webhooks.campaignIdPattern webhooks.webhookIdPattern'
# And those of numbers, true or false, lists and objects.
others='environments api.readTimeoutSeconds api.writeTimeoutSeconds api.maxConcurrentReads api.maxConcurrentWrites
  api.maxRequestsPerSecond oidc.resource oidc.authorizationParams oidc.logoutParams oidc.metadata oidc.silentSignIn
  session.idleMinutes roles.areas provider.voiceProviders calls.statuses calls.checkSeconds calls.stuckMinutes
  calls.examples'

stop() {
  echo "$1" >&2
  exit 1
}

case "${CONNECT_ORIGINS-}${FRAME_ORIGINS-}" in
  *[\;,\"\'[:cntrl:]]*) stop 'CONNECT_ORIGINS and FRAME_ORIGINS: put blanks between the origins, and no quotes.' ;;
esac
for origin in ${CONNECT_ORIGINS-} ${FRAME_ORIGINS-}; do
  case ${origin#*://} in
    */?*) stop "CONNECT_ORIGINS and FRAME_ORIGINS: name only the origin of $origin, without a path." ;;
  esac
done
[ ! -e /proc/net/if_inet6 ] || echo 'listen [::]:8080;' > "${file%/*}/ipv6.conf"

rm -f "$file"
isMounted=
if [ -e "$mounted" ]; then
  isMounted=1
  ln -s "$mounted" "$file"
fi
awk -v file="$file" -v isMounted="$isMounted" -v texts="$(echo $texts)" -v others="$(echo $others)" '
function stop(message) {
  print message > "/dev/stderr"
  exit 1
}
function isJson(text) {
  gsub(/"([^"\\[:cntrl:]]|\\.)*"/, "s", text)
  gsub(/true|false|null|-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?/, "v", text)
  gsub(/[[:space:]]+/, "", text)
  while (gsub(/\[([sv](,[sv])*)?\]|[{](s:[sv](,s:[sv])*)?[}]/, "v", text)) continue
  return text == "v"
}
function quote(text) {
  gsub(/["\\]/, "\\\\&", text)
  gsub(/[[:cntrl:]]+/, " ", text)
  return "\"" text "\""
}
function getName(key) {
  gsub(/[A-Z]/, "_&", key)
  sub(/[.]/, "_", key)
  return "CONSOLE_" toupper(key)
}
function take(key, isText) {
  name = getName(key)
  known[name] = 1
  if (!(name in ENVIRON)) return
  value = ENVIRON[name]
  gsub(/^[[:space:]]+|[[:space:]]+$/, "", value)
  # A resource may be an address or a list.
  isAddress = key == "oidc.resource" && value !~ /^\[/
  if (!isText && !isAddress && !isJson(value)) stop(name " is not valid JSON.")
  if (isText || !isJson(value)) value = quote(value)
  depth = split(key, path, "[.]")
  pair = ", \"" path[depth] "\": " value
  if (depth == 2) groups[path[1]] = groups[path[1]] pair
  else all = all pair
}
# Of the image and of Kubernetes, which sets them if the name of a Service begins with "console".
function isOfOthers(name) {
  return name ~ /^CONSOLE_(ROOT|(.+_)?(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_[0-9]+_.+)?))$/
}
BEGIN {
  for (at = split(texts, keys, " "); at > 0; at--) take(keys[at], 1)
  for (at = split(others, keys, " "); at > 0; at--) take(keys[at], 0)
  for (name in ENVIRON) {
    if (name !~ /^CONSOLE_/ || isOfOthers(name)) continue
    if (isMounted) stop(name " is set, but config.json is mounted: remove the mount, or the variables CONSOLE_…")
    if (!(name in known)) stop(name " is unknown: docs/configuration.md has the keys.")
  }
  for (group in groups) all = all ", \"" group "\": { " substr(groups[group], 3) " }"
  if (!isMounted) print "{ " substr(all, 3) " }" > file
}'

cat "$file" > /dev/null 2>&1 || stop "config.json can't be read: $mounted must be a file that user $(id -u) may read."
for key in api.baseUrl oidc.authority oidc.clientId; do
  grep -q "\"${key#*.}\"" "$file" || stop "config.json lacks $key. Set the variables CONSOLE_…, or mount it as $mounted."
done
