#!/usr/bin/env bash
# Checks that the API description breaks no released client and passes all rules of Redocly and Spectral (npm).
. tools/proof/tools.sh
bin=$(made linters-2.77.0 install_npm @redocly/cli@2.77.0 @stoplight/spectral-cli@6.16.3)/node_modules/.bin
node dist/tools/openapi/main.js
node dist/tools/openapi/main.js --print > "$work/v1.json"
cd "$work"
echo 'extends: ["spectral:oas"]' > spectral.yaml
# These linters count references from extensions as unused.
printf 'extends: [recommended-strict]\nrules: { no-unused-components: off }\n' > redocly.yaml
"$bin/redocly" lint v1.json || flaw 'Redocly'
"$bin/spectral" lint v1.json --ruleset spectral.yaml --fail-severity hint || flaw 'Spectral'
[ "$flaws" = 0 ]
