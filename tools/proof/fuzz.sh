#!/usr/bin/env bash
# fuzz.sh [OPTION...]: Schemathesis (PyPI) sends valid and invalid requests to every endpoint, with a live and a test key. Fails on
# a 500, an undeclared status or type, or a body that violates its schema. FUZZ_MINUTES=10 runs for ten minutes.
. tools/proof/tools.sh
schemathesis=$(made schemathesis-4.32.5 install_python schemathesis==4.32.5)/bin/schemathesis
depth=(--max-examples 30)
[ -z "${FUZZ_MINUTES:-}" ] || depth=(--max-time $((FUZZ_MINUTES * 60 / 3)))
cd "$work"
export SCHEMATHESIS_HOOKS=$work/hooks.py
cat > hooks.py << 'END'
import re

import schemathesis

CONTROL = re.compile("[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]")


@schemathesis.hook
def filter_case(_context, case):
    """Leaves out what only docs/interface.md settles: an empty optional text counts as absent, no text has control characters."""
    members = case.body.values() if isinstance(case.body, dict) else ()
    values = (*members, *dict(case.headers or {}).values())
    return not any(is_empty(value) for value in values) and not CONTROL.search(texts([case.body, case.query]))


def is_empty(value):
    return isinstance(value, str) and value.strip() == ""


def texts(value):
    if isinstance(value, dict):
        return texts([*value, *value.values()])
    return "".join(map(texts, value)) if isinstance(value, list) else value if isinstance(value, str) else ""
END

# completed KEY PATH BODY: the id of a new, completed run, so that requests for documents do not all get a 404.
completed() {
  local id run
  id=$(curl --silent --fail "$NOI_API_URL$2" -H "X-Api-Key: $1" -H 'Idempotency-Key: fuzz' --json "$3" |
    grep -oP '"runId": ?"\K[^"]+')
  for _ in $(seq 120); do
    run=$(curl --silent --fail "$NOI_API_URL/v1/runs/$id" -H "X-Api-Key: $1")
    grep -qP '"status": ?"completed"' <<< "$run" && echo "$id" && return
    sleep 1
  done
  echo "$id does not end: $run" >&2
  return 1
}

# fuzz KEY PATH BODY OPTION...: a session with the key and the id of such a run.
fuzz() {
  local run
  run=$(completed "$1" "$2" "$3")
  # The YAML description has a text content type, but Schemathesis parses it.
  cat > schemathesis.toml << END
[[operations]]
include-path-regex = "^/v1/runs/\\\\{id\\\\}"
exclude-method = "DELETE"
parameters = { "path.id" = "$run" }

[[operations]]
include-path = "/openapi/v1.yaml"
checks.response_schema_conformance.enabled = false

# Whether these are valid also depends on a signature, an emailed token, an earlier run, a public address, or the body
# sent earlier with the same key.
[[operations]]
include-path-regex = "^/webhooks/|^/v1/(auth|scan|marketing)/|^/v1/(sandbox/)?(evaluations|searches)|^/v1/webhooks(/[^/]+)?(/replay)?$|^/v1/withdrawals$"
checks.positive_data_acceptance.enabled = false

# The server rejects headers above 16 kB before anything reads them.
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 415, 422, 428, 429, 431, "5xx"]
END
  "$schemathesis" --config-file schemathesis.toml run "$NOI_API_URL/openapi/v1.json" --header "X-Api-Key: $1" \
    "${depth[@]}" --seed 1 --request-timeout 40 --continue-on-failure "${@:4}" || flaw "$2"
}

idea='{"idea": "A weekly letter on heat pump policy for installers"}'
search='{"operatorProfile": "Energy consultant in Leipzig", "expertise": ["heat pumps"]}'
fuzz "$NOI_API_KEY" /v1/evaluations "$idea" "$@"
fuzz "$NOI_API_KEY" /v1/searches "$search" "$@"
fuzz "$NOI_TEST_KEY" /v1/sandbox/evaluations "$idea" "$@"
[ "$flaws" = 0 ]
