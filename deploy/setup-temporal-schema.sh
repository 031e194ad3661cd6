#!/bin/sh
# Migrates Temporal's two databases to this image's schema, as the role that owns both (setup-databases.sh). Reads SQL_HOST,
# SQL_USER, SQL_PASSWORD and SQL_PORT (5432). Idempotent.
set -eu

set_up() {
  database=$1 schema=$2
  for step in 'setup-schema --version 0.0' "update-schema --schema-name postgresql/v12/$schema"; do
    # shellcheck disable=SC2086 # a step is a command with its options
    temporal-sql-tool --plugin postgres12 --port "${SQL_PORT:-5432}" --database "$database" $step
  done
}

set_up temporal temporal
set_up temporal_visibility visibility
