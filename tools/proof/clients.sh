#!/usr/bin/env bash
# Checks our clients, installed from the product, with the compilers of their languages (`stranger` runs them), and
# generates four others from the product's description. Each of those compiles a program and runs a sandbox session:
# it starts a run, waits, reads the findings and the PDF, and reads a 409 as a typed problem. Names clients whose
# toolchain is missing.
. tools/proof/tools.sh
programs=$PWD/tools/clients/programs
root=$PWD
version=$(node -p 'require("./package.json").version')
packages=$NOI_API_URL/developers/clients
npm=$(made clients-npm-7.13.0 install_npm openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3 \
  esbuild@0.25.12 @types/node@20.19.43)/node_modules
curl --silent --fail "$NOI_API_URL/openapi/v1.json" > "$work/v1.json"
curl --silent --fail "$NOI_API_URL/openapi/3.0/v1.json" > "$work/v1-3.0.json"
export NOI_API_KEY=$NOI_TEST_KEY

compile() { # compile OPTION...: checks and compiles flow.ts
  "$npm/.bin/tsc" --strict --module preserve --target es2022 --types node --skipLibCheck "$@" flow.ts
}

generator() { # generator DESCRIPTION OPTION...: runs openapi-generator without tests and documents
  local jar=openapi-generator-cli-7.25.0.jar
  fetch_jar() {
    curl --silent --fail --remote-name \
      "https://repo.maven.apache.org/maven2/org/openapitools/openapi-generator-cli/7.25.0/$jar" &&
      echo "41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae  $jar" | sha256sum --check
  }
  java -jar "$(made "$jar" fetch_jar)/$jar" generate -i "$work/$1" -o generated "${@:2}"
}
without=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false

noi_client() {
  echo '{"private":true,"type":"module"}' > package.json
  npm install --no-audit --no-fund --ignore-scripts "$packages/noi-client-$version.tgz"
  ln -s "$npm/@types" node_modules/@types
  cp "$root/web/developers/samples/quick-start.ts" flow.ts
  compile --noEmit
}

noi() { # checks it and a program that uses it with mypy; runs the shared behaviors with its sync and async forms
  local wheel=noi-$version-py3-none-any.whl
  python3 -m venv environment
  environment/bin/pip install --quiet mypy==2.4.1 httpx==0.28.1 \
    "$packages/$wheel#sha256=$(sha256sum "$root/dist/packages/$wheel" | cut -d ' ' -f 1)"
  environment/bin/mypy --strict -p noi
  environment/bin/mypy --strict "$root/web/developers/samples/quick-start.py"
  node "$root/dist/tools/clients/main.js" environment/bin/python
}

openapi_typescript() {
  ln -s "$npm" node_modules
  "$npm/.bin/openapi-typescript" "$work/v1.json" -o generated/noi.ts >&2
  compile --noEmit
  "$npm/.bin/esbuild" flow.ts --bundle --platform=node --format=esm --outfile=flow.mjs --log-level=error
  node flow.mjs
}

openapi_generator_python() { # unless its parts are named, webhooks become Python that does not parse
  generator v1.json -g python --package-name noi --global-property "apis,models,supportingFiles,$without" >&2
  python3 -m venv environment
  environment/bin/pip install --quiet -r generated/requirements.txt >&2
  PYTHONPATH=generated environment/bin/python flow.py
}

# Uses our own class, because the generated code calls a method of Map that does not exist, and OpenAPI 3.0, because
# boolean constants do not compile.
openapi_generator_java_native() {
  generator v1-3.0.json -g java --library native --api-package noi.api --model-package noi.model --invoker-package noi \
    --schema-mappings MetadataFilter=noi.MetadataFilter --global-property "$without" >&2
  mvn -q -B -f generated/pom.xml dependency:build-classpath "-Dmdep.outputFile=$PWD/class-path" >&2
  javac -nowarn -d classes -cp "$(cat class-path)" -sourcepath generated/src/main/java ./*.java >&2
  java -cp "classes:$(cat class-path)" Flow
}

oapi_codegen() {
  local program
  program=$(go_program oapi-codegen github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2)
  mkdir noi
  "$program" -config config.yaml "$work/v1.json" >&2
  go build -o flow . >&2
  ./flow
}

play() { # play CLIENT PROGRAM...: in a separate folder; CLIENTS limits which clients run
  local client=$1 program
  [[ " ${CLIENTS:-$client} " = *" $client "* ]] || return 0
  for program in "${@:2}"; do
    command -v "$program" > /dev/null || { echo "$client missing: needs $program"; return 0; }
  done
  mkdir "$work/$client"
  [ ! -e "$programs/$client" ] || cp -r "$programs/$client/." "$work/$client"
  # Not in a condition, because there `set -e` ignores failed steps.
  set +e
  (set -e; cd "$work/$client"; "${client//-/_}" > said 2> log)
  local code=$?
  set -e
  if [ "$code" = 0 ] && { [ ! -e "$programs/$client" ] || is_right "$work/$client/said"; }; then
    echo "$client passed"
  else
    tail -n 50 "$work/$client/log" "$work/$client/said"
    flaw "$client"
  fi
}

is_right() { # is_right FILE: checks the output of a program in programs/
  grep -qP '"score": ?\d+' "$1" && grep -qP '"status": ?"completed"' "$1" && grep -qP '"pdf": ?"%PDF"' "$1" &&
    grep -qP '"conflict": ?"idempotency_key_reused"' "$1"
}

play noi-client npm
play noi python3
play openapi-typescript npm
play openapi-generator-python java python3
play openapi-generator-java-native java javac mvn
play oapi-codegen go
[ "$flaws" = 0 ]
