#!/bin/sh
# Brings the two databases of the Temporal server to the schema of this image. Safe to run at every start.
set -eu

sql() {
  temporal-sql-tool --plugin postgres12 --endpoint "$SQL_HOST" --port 5432 --user "$SQL_USER" "$@"
}

for store in temporal visibility; do
  database=temporal
  [ "$store" = visibility ] && database=temporal_visibility
  sql --database "$database" create-database
  # A second set-up would reset the recorded version, and the update after it would fail.
  if ! sql --database "$database" update-schema --schema-name "postgresql/v12/$store"; then
    sql --database "$database" setup-schema --version 0.0
    sql --database "$database" update-schema --schema-name "postgresql/v12/$store"
  fi
done
