#!/bin/sh
# Creates databases and roles for the product and Temporal. Only this script uses the superuser (PGHOST, PGUSER,
# PGPASSWORD); the other passwords are for the roles. Idempotent, even after a restore. OWN_DATABASE is the path of
# prisma/own-database.sql if it differs from the one in the compose file.
set -eu

database() {
  name=$1 owner=$2 password=$3 app=$4 app_password=$5
  if [ "$(psql -d postgres -Atc "SELECT 1 FROM pg_database WHERE datname = '$name'")" != 1 ]; then
    createdb "$name"
  fi
  # Passwords come from the environment, because other processes can read arguments.
  OWN_DATABASE="${OWN_DATABASE:-/prisma/own-database.sql}" OWNER="$owner" OWNER_PASSWORD="$password" APP="$app" APP_PASSWORD="$app_password" \
    psql --no-psqlrc --quiet --output=/dev/null --set=ON_ERROR_STOP=1 -d "$name" << 'SQL'
\getenv owner OWNER
\getenv owner_password OWNER_PASSWORD
\getenv app APP
\getenv app_password APP_PASSWORD
SELECT set_config('noi.owner_role', :'owner', false), set_config('noi.owner_password', :'owner_password', false);
SELECT set_config('noi.app_role', :'app', false), set_config('noi.app_password', :'app_password', false);
\getenv own_database OWN_DATABASE
\i :own_database
SQL
}

database noi noi_owner "$OWNER_PASSWORD" noi_app "$APP_PASSWORD"
database temporal temporal "$TEMPORAL_PASSWORD" '' ''
database temporal_visibility temporal "$TEMPORAL_PASSWORD" '' ''
