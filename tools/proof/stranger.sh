#!/usr/bin/env bash
# Pastes each command from /developers as printed, in page order, and checks that it works.
. tools/proof/tools.sh
export NOI_API_KEY=$NOI_TEST_KEY
root=$PWD
cd "$work"

# code PAGE ID: prints a code block of a page.
code() {
  curl --silent --show-error --fail "$NOI_API_URL$1" | python3 -c '
import html, re, sys
found = re.search(r"<code[^>]* id=\"%s\"[^>]*>(.*?)</code>" % sys.argv[1], sys.stdin.read(), re.S)
print(html.unescape(re.sub("<[^>]*>", "", found[1])))' "$2"
}

# paste PAGE ID: runs a code block and keeps its output in ID.out.
paste() {
  code "$1" "$2" > "$2.sh"
  sh -e "$2.sh" > "$2.out" 2>&1 || { cat "$2.out"; flaw "$1, $2"; }
}

samples=$(curl --silent --fail "$NOI_API_URL/developers" | grep -oP 'id="\Ksample-\d+' | sort -u -V)
for sample in $samples; do code /developers "$sample"; done > samples.sh
sh -e samples.sh > samples.out 2>&1 || { cat samples.out; flaw 'the curl samples'; }
grep -q '"verdict"' samples.out || flaw 'curl printed no findings'
head -c 5 dossier.pdf | grep -q %PDF && head -c 2 run.zip | grep -q PK || flaw 'the dossier or the archive was not saved'

paste /developers/webhooks creation
grep -q '"signingSecret"' creation.out || flaw 'the webhook has no secret'
code /developers/webhooks listen > listen.sh
touch listen.out
setsid sh -e listen.sh > listen.out 2>&1 &
listener=$!
heard() {
  for _ in $(seq 300); do grep -qE "$1" listen.out && return; sleep 1; done
  cat listen.out
  flaw "the listener does not say $1"
}
heard Forwarding
# Responds with 204 only to a valid signature.
code /developers/webhooks receiver-0 > receive.mjs
code /developers/webhooks receive | sed "s|whsec_…|$(grep -oP 'whsec_\S+' listen.out)|" > receive.sh
setsid sh -e receive.sh > received.out 2>&1 &
receiver=$!
trap 'kill -- "-$receiver" "-$listener"; rm -rf "$work"' EXIT
paste /developers client
code /developers quick-start > quick-start.mjs
paste /developers quick-start-command
heard 'run\.completed .*→ 204'
grep -q '^run.completed evt_' received.out || { cat received.out; flaw 'the receiver verified no event'; }
code /developers/webhooks creation-ts > webhook.mjs
node webhook.mjs | grep -q whsec_ || flaw 'the TypeScript webhook has no secret'

code /developers environment-python > environment.sh
. ./environment.sh
paste /developers client-python
code /developers quick-start-python > quick_start.py
paste /developers quick-start-python-command
code /developers/webhooks creation-python | python | grep -q whsec_ || flaw 'the Python webhook has no secret'
for typed in quick-start-command.out quick-start-python-command.out; do
  grep -qE '^(pursue|refine|avoid) [0-9]+$' "$typed" || { cat "$typed"; flaw "$typed has no verdict"; }
done
mcp=$(curl --silent --fail "$NOI_API_URL/developers/clients" | grep -oP '/developers/clients/noi-mcp-[\d.]+\.tgz' | head -1)
call='{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_usage","arguments":{}}}'
hello='{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"stranger","version":"1"}}}'
{ echo "$hello" && echo "$call" && sleep 15; } | npx --yes "$NOI_API_URL$mcp" > mcp.out || flaw 'noi-mcp ends with an error'
grep -q '"byStatus"' mcp.out || { cat mcp.out; flaw 'noi-mcp does not answer a call'; }
python "$root/tools/proof/reference.py" || flaw 'the samples of the reference'
echo "stranger: $flaws flaws"
[ "$flaws" = 0 ]
