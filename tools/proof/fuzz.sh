#!/usr/bin/env bash
# fuzz.sh [OPTION...]: Schemathesis (PyPI) calls every endpoint with valid and invalid requests. No answer may be a 500, an
# undeclared status or type, or violate its schema. `--max-examples 200` goes deeper.
. tools/proof/tools.sh
schemathesis=$(made schemathesis-4.32.5 install_python schemathesis==4.32.5)/bin/schemathesis
cd "$work"
export SCHEMATHESIS_HOOKS=$work/hooks.py
# Requests that the description refuses and docs/interface accepts.
cat > hooks.py << 'END'
import schemathesis


@schemathesis.hook
def filter_case(_context, case):
    """An empty optional text counts as absent, in bodies and in headers; where it is required, tests refuse it."""
    members = case.body.values() if isinstance(case.body, dict) else ()
    return all(not is_empty(value) for value in (*members, *dict(case.headers or {}).values()))


def is_empty(value):
    return isinstance(value, str) and value.strip() == ""
END

# completed PATH BODY: the id of a new run that has ended, so that documents are asked for and not only 404s.
completed() {
  local id run
  id=$(curl --silent --fail "$NOI_API_URL$1" -H "X-Api-Key: $NOI_API_KEY" -H 'Idempotency-Key: fuzz' --json "$2" |
    grep -oP '"runId": ?"\K[^"]+')
  for _ in $(seq 120); do
    run=$(curl --silent --fail "$NOI_API_URL/v1/runs/$id" -H "X-Api-Key: $NOI_API_KEY")
    grep -qP '"status": ?"completed"' <<< "$run" && echo "$id" && return
    sleep 1
  done
  echo "$id does not end: $run" >&2
  return 1
}
runs=$(completed /v1/evaluations '{"idea": "A weekly letter on heat pump policy for installers"}')
runs+=" $(completed /v1/searches '{"operatorProfile": "Energy consultant in Leipzig", "expertise": ["heat pumps"]}')"

for run in $runs; do
  # The description as YAML is declared as text, which Schemathesis parses.
  cat > schemathesis.toml << END
[[operations]]
include-path-regex = "^/v1/runs/\\\\{id\\\\}"
parameters = { "path.id" = "$run" }

[[operations]]
include-path = "/openapi/v1.yaml"
checks.response_schema_conformance.enabled = false

# The server refuses a head of more than 16 kB before anything reads it.
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 415, 422, 428, 429, 431, "5xx"]
END
  # Rules beyond the description (signatures, reused keys, trimmed text) refuse requests that are valid by it.
  "$schemathesis" --config-file schemathesis.toml run "$NOI_API_URL/openapi/v1.json" --header "X-Api-Key: $NOI_API_KEY" \
    --phases examples,coverage,fuzzing --exclude-checks positive_data_acceptance --max-examples 30 --seed 1 \
    --request-timeout 40 --continue-on-failure "$@" || flaw "$run"
done
[ "$flaws" = 0 ]
