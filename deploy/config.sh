#!/bin/sh
# Writes the console's config.json: a copy of /etc/console/config.json if it is mounted, otherwise from the environment:
# CONSOLE_API_BASE_URL is api.baseUrl, CONSOLE_OIDC_CLIENT_ID is oidc.clientId. Lists and objects are JSON.
set -eu
mounted=${1:-/etc/console/config.json}
file=${CONFIG_FILE:-/tmp/config.json}
if [ -e "$mounted" ]; then
  cp "$mounted" "$file"
  exit 0
fi
awk '
function join(list, pair) { return list == "" ? pair : list ", " pair }
BEGIN {
  for (name in ENVIRON) {
    if (name !~ /^CONSOLE_((API|OIDC|SESSION|PROVIDER|CALLS|WEBHOOKS)_.|TITLE$|ENVIRONMENTS?$|ROLES$)/) continue
    count = split(tolower(substr(name, 9)), words, "_")
    key = words[count > 1 ? 2 : 1]
    for (at = 3; at <= count; at++) key = key toupper(substr(words[at], 1, 1)) substr(words[at], 2)
    value = ENVIRON[name]
    isNumber = name ~ /_(SECONDS?|MINUTES|READS|WRITES)$/ && value ~ /^[0-9.]+$/
    if (!isNumber && value !~ /^([{].*[}]|\[.*\]|true|false)$/) {
      gsub(/["\\]/, "\\\\&", value)
      value = "\"" value "\""
    }
    pair = "\"" key "\": " value
    if (count > 1) groups[words[1]] = join(groups[words[1]], pair)
    else all = join(all, pair)
  }
  for (group in groups) all = join(all, "\"" group "\": { " groups[group] " }")
  print "{ " all " }"
}' > "$file"
