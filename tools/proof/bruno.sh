#!/usr/bin/env bash
# Runs the collection in Bruno and the .http file in httpyac, top to bottom with a test key.
. tools/proof/tools.sh
bin=$(made collections-4.1.0 install_npm @usebruno/cli@4.1.0 httpyac@6.16.7)/node_modules/.bin
cd "$work"

# On a busy machine, the first archive after a start takes longer than a request may take, so the API returns 503.
auth="X-Api-Key: $NOI_TEST_KEY"
first=$(curl -sS --fail "$NOI_API_URL/v1/sandbox/evaluations" -H "$auth" -H 'Idempotency-Key: warm-up' \
  -H 'Content-Type: application/json' -d '{"idea":"A weekly letter on heat pump policy"}' | grep -oP '"runId":"\K[^"]+')
curl -sS --fail --retry 30 --retry-delay 1 --retry-all-errors "$NOI_API_URL/v1/runs/$first/export" -H "$auth" -o warm-up.zip
sleep 60 # Bruno and httpyac together start the 10 runs that an account may start in a minute.

curl --silent --show-error --fail "$NOI_API_URL/developers/bruno.zip" --output bruno.zip
python3 -m zipfile -e bruno.zip bruno
(cd bruno && "$bin/bru" run -r --env API --env-var "NOI_API_KEY=$NOI_TEST_KEY" --reporter-json ../bruno.json > ../bruno.log) ||
  { flaw 'Bruno'; grep -B 12 '✕' bruno.log; }
node - bruno.json "$(grep -rl 'type: http' bruno | grep -vc '/by hand/')" << 'END' || flaw 'Bruno left requests out'
  const [, , report, wanted] = process.argv;
  const results = JSON.parse(require('fs').readFileSync(report)).flatMap((page) => page.results);
  const ran = new Set(results.filter(({ status }) => status !== 'skipped').map(({ name }) => name)).size;
  console.log(`Bruno: ${ran} requests of ${wanted}`);
  process.exit(ran === Number(wanted) ? 0 : 1);
END

curl --silent --show-error --fail "$NOI_API_URL/developers/noi.http" | sed "s|^@NOI_API_KEY = .*|@NOI_API_KEY = $NOI_TEST_KEY|" > noi.http
# Exits with 1 if a test failed; the report says so, too.
"$bin/httpyac" send noi.http --all --json > httpyac.json || true
node - httpyac.json << 'END' || flaw 'httpyac'
  const { requests } = JSON.parse(require('fs').readFileSync(process.argv[2]));
  const tests = requests.flatMap(({ name, testResults = [] }) => testResults.map((test) => ({ name, ...test })));
  const failed = tests.filter(({ status }) => status !== 'SUCCESS' && status !== 'SKIPPED');
  for (const { name, error } of failed) console.error(name, error?.displayMessage);
  console.log(`httpyac: ${tests.length - failed.length} tests passed, ${failed.length} failed`);
  process.exit(failed.length > 0 || tests.length < 20 ? 1 : 0);
END
[ "$flaws" = 0 ]
