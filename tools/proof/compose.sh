#!/usr/bin/env bash
# Checks that Docker Compose accepts our files with the values of .env.example, rejects them if a variable is missing,
# and knows the commands on our pages. Needs no daemon.
. tools/proof/tools.sh
if docker compose version > "$work/version" 2>&1; then
  compose=(docker compose)
else
  compose=("$(go_program docker-compose github.com/docker/compose/v5/cmd@v5.5.0)")
fi

sed -E 's|^(# )?([A-Z_]+)=$|\2=/x|; $aBACKUP_FOLDER=/x' .env.example > "$work/env"
for files in docker-compose.yml docker-compose.yml:deploy/backup.compose.yaml compose.managed.yaml; do
  names=$(grep -ohP '\$\{\K\w+(?=:\?)' ${files//:/ } deploy/product.compose.yaml | sort -u)
  config=(env -i "PATH=$PATH" "HOME=$HOME" "COMPOSE_FILE=$files" "COMPOSE_ENV_FILES=$work/env")
  "${config[@]}" "${compose[@]}" --profile drain config --quiet || flaw "$files is refused"
  for name in $names; do
    if "${config[@]}" "$name=" "${compose[@]}" config --quiet 2> "$work/said" || ! grep -q "$name" "$work/said"; then
      flaw "$files is accepted without $name"
    fi
  done
  echo "$files needs $(wc -w <<< "$names") variables"
done
asked=$(awk '/^# ---/ { made = /generated/ } /^[A-Z_]+=/ && !made' .env.example | grep -vcE '^(PUBLIC_URL|SUPPORT_ADDRESS|MAIL_FROM)=')
[ "$asked" -le 8 ] || flaw "a person must enter $asked values"

commands=$(grep -rohP 'docker compose (-f \S+ )*(--profile \S+ )*\K[a-z]+' docs README.md | sort -u)
for command in $commands; do
  "${compose[@]}" "$command" --help > "$work/help" 2>&1 || flaw "pages print an unknown command: docker compose $command"
done
echo "compose: $(wc -w <<< "$commands") printed commands, $flaws flaws"
[ "$flaws" = 0 ]
