#!/bin/sh
# Makes the console's config.json: a link to /etc/console/config.json if it is mounted, otherwise from the environment:
# CONSOLE_API_BASE_URL is api.baseUrl, CONSOLE_OIDC_CLIENT_ID is oidc.clientId. Lists and objects are JSON.
set -eu
mounted=${1:-/etc/console/config.json}
file=${CONFIG_FILE:-/tmp/config.json}
if [ -e "$mounted" ]; then
  cat "$mounted" > /dev/null
  ln -sf "$mounted" "$file"
  exit 0
fi
awk '
function join(list, pair) { return list == "" ? pair : list ", " pair }
function isJson(text) {
  gsub(/"([^"\\[:cntrl:]]|\\.)*"/, "s", text)
  gsub(/true|false|null|-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/, "v", text)
  gsub(/[[:space:]]+/, "", text)
  while (gsub(/\[([sv](,[sv])*)?\]|[{](s:[sv](,s:[sv])*)?[}]/, "v", text)) continue
  return text == "v"
}
BEGIN {
  for (name in ENVIRON) {
    if (name !~ /^CONSOLE_((API|OIDC|SESSION|PROVIDER|CALLS|WEBHOOKS)_.|TITLE$|ENVIRONMENTS?$|ROLES$)/) continue
    count = split(tolower(substr(name, 9)), words, "_")
    key = words[count > 1 ? 2 : 1]
    for (at = 3; at <= count; at++) key = key toupper(substr(words[at], 1, 1)) substr(words[at], 2)
    value = ENVIRON[name]
    gsub(/^[[:space:]]+|[[:space:]]+$/, "", value)
    isNumber = name ~ /_(SECONDS?|MINUTES|READS|WRITES)$/ && value ~ /^([0-9]+|[0-9]*[.][0-9]+)$/
    isList = name ~ /_(ENVIRONMENTS|ROLES|PARAMS|METADATA|RESOURCE|PROVIDERS|STATUSES|EXAMPLES)$/ && value ~ /^[[{]/
    if (isList && !isJson(value)) { print name " is not valid JSON." > "/dev/stderr"; exit 1 }
    if (!isNumber && !isList && !(name ~ /_SIGN_IN$/ && value ~ /^(true|false)$/)) {
      gsub(/["\\]/, "\\\\&", value); gsub(/[[:cntrl:]]+/, " ", value); value = "\"" value "\""
    }
    pair = "\"" key "\": " value
    if (count > 1) groups[words[1]] = join(groups[words[1]], pair); else all = join(all, pair)
  }
  for (group in groups) all = join(all, "\"" group "\": { " groups[group] " }")
  print "{ " all " }"
}' > "$file"
