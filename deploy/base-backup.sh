#!/bin/sh
# Makes and verifies a base backup in /backup/base. Deletes all but the newest BACKUPS_KEPT (7) and the WAL they need.
# Run daily: docker compose exec -T postgres /bin/sh /deploy/base-backup.sh
set -eu
folder=${BACKUP_FOLDER:-/backup} kept=${BACKUPS_KEPT:-7}
name=$(date -u +%Y%m%dT%H%M%SZ) began=$(date -u +%Y-%m-%dT%H:%M:%SZ)

# A base backup includes settings that a restore left behind. A later restore to the end of the archive would then
# stop early, at the old target, without an error. Check the files, because the server's own values change only when it
# starts. Check the command line too, because a target there would also end the next restore early.
left=$(psql --no-psqlrc --tuples-only --no-align --username=postgres --dbname=postgres --command="
  SELECT string_agg(DISTINCT name, ', ' ORDER BY name)
  FROM (SELECT name, setting FROM pg_file_settings
        UNION ALL SELECT name, setting FROM pg_settings WHERE source = 'command line') AS given
  WHERE (name = 'restore_command' OR starts_with(name, 'recovery_target')) AND setting <> ''")
if [ -n "$left" ]; then
  echo "No backup was made, because recovery settings are set: $left. A restore of that backup would stop at their target." \
    'Reset them (docs/runbook/restore.md, Reset the recovery settings), or remove them from the command line, and run this again.' >&2
  exit 1
fi

mkdir -p "$folder/base" "$folder/log"
rm -rf "$folder"/base/*.part

pg_basebackup --username=postgres --pgdata="$folder/base/$name.part" --checkpoint=fast --wal-method=stream \
  --manifest-checksums=SHA256
pg_verifybackup --quiet "$folder/base/$name.part"
mv "$folder/base/$name.part" "$folder/base/$name"

# Records the time for `admin doctor`, which cannot see the folder. A restored database has the time of its own backup.
psql --no-psqlrc --quiet --username=postgres --dbname="${PRODUCT_DATABASE:-noi}" --command="
  DO \$\$ BEGIN EXECUTE format('COMMENT ON DATABASE %I IS %L', current_database(), 'Base backup of $began'); END \$\$" ||
  echo "The backup was made, but not recorded in the database, so the doctor does not know about it." >&2

ls "$folder/base" | sort -r | tail -n "+$((kept + 1))" | while read -r old; do
  rm -rf "${folder:?}/base/$old"
done
oldest=$(ls "$folder/base" | sort | head -n 1)
needed=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$folder/base/$oldest/backup_label")
pg_archivecleanup "$folder/log" "$needed"
echo "$folder/base/$name"
