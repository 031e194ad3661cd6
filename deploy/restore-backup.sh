#!/bin/sh
# Lays a base backup where the data of PostgreSQL was, so that its next start goes back (docs/runbook/restore.md):
#   restore-backup.sh [MOMENT [NAME]]
# MOMENT has an offset, such as '2026-11-22 03:10:00+00'; empty, it is the end of the archive. NAME is a folder below base, by
# default the newest that began before the moment. PGDATA names the data, BACKUP_FOLDER the backups, and
# RECOVERY_TARGET_TIMELINE another timeline than the newest. The server has to be stopped; its old files are moved aside.
set -eu
folder=${BACKUP_FOLDER:-/backup} data=${PGDATA:?the folder of the data of PostgreSQL}
moment=${1:-} name=${2:-}

if [ -z "$name" ]; then
  until=${moment:+$(date -u -d "$moment" +%Y%m%dT%H%M%SZ)}
  name=$(ls "$folder/base" | grep '^[0-9TZ]*$' | sort | awk -v until="$until" 'until == "" || $0 < until' | tail -n 1)
fi
if [ ! -f "$folder/base/$name/PG_VERSION" ]; then
  echo "There is no base backup ${name:-that began before ${moment:-now}} in $folder/base. Nothing was changed." >&2
  exit 1
fi

rm -rf "$data.part"
cp -R "$folder/base/$name" "$data.part"
chmod 0700 "$data.part"
: > "$data.part/recovery.signal"
settings=$data.part/postgresql.auto.conf
# What an earlier restore left in the copy would end this one early, without an error.
sed -i.old -e '/^restore_command/d' -e '/^recovery_target/d' "$settings"
{
  echo "restore_command = 'cp $folder/log/%f %p'"
  echo "recovery_target_action = 'promote'"
  if [ -n "$moment" ]; then echo "recovery_target_time = '$moment'"; fi
  if [ -n "${RECOVERY_TARGET_TIMELINE:-}" ]; then echo "recovery_target_timeline = '$RECOVERY_TARGET_TIMELINE'"; fi
} >> "$settings"
# The files belong to whom the folder around them does, also where root copied them.
if [ "$(id -u)" = 0 ]; then chown -R --reference="$(dirname "$data")" "$data.part"; fi
if [ -e "$data" ]; then mv "$data" "$data.before-$(date -u +%Y%m%dT%H%M%SZ)"; fi
mv "$data.part" "$data"
echo "$name"
