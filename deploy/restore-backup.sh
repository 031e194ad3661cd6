#!/bin/sh
# Replaces PostgreSQL's data with a base backup; the next start recovers from it (docs/runbook/restore.md):
#   restore-backup.sh [MOMENT [NAME]]
# MOMENT needs a UTC offset, such as '2026-11-22 03:10:00+00'; empty means the end of the archive. NAME is a folder in
# base, by default the newest that began before MOMENT. PGDATA is the data folder, BACKUP_FOLDER has the backups, and
# RECOVERY_TARGET_TIMELINE overrides the newest timeline. Stop the server first. Its old files are moved aside.
set -eu
folder=${BACKUP_FOLDER:-/backup} data=${PGDATA:?the data folder of PostgreSQL}
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
# Settings left over from an earlier restore would end this restore early, without an error.
sed -i.old -e '/^restore_command/d' -e '/^recovery_target/d' "$settings"
{
  echo "restore_command = 'cp $folder/log/%f %p'"
  echo "recovery_target_action = 'promote'"
  if [ -n "$moment" ]; then echo "recovery_target_time = '$moment'"; fi
  if [ -n "${RECOVERY_TARGET_TIMELINE:-}" ]; then echo "recovery_target_timeline = '$RECOVERY_TARGET_TIMELINE'"; fi
} >> "$settings"
# Files copied by root must belong to the owner of the parent folder.
if [ "$(id -u)" = 0 ]; then chown -R --reference="$(dirname "$data")" "$data.part"; fi
if [ -e "$data" ]; then mv "$data" "$data.before-$(date -u +%Y%m%dT%H%M%SZ)"; fi
mv "$data.part" "$data"
echo "$name"
