#!/bin/sh
# Makes a base backup in /backup/base, checks it, keeps the newest BACKUPS_KEPT (7) and deletes the log that none of them needs.
# Runs beside the server, every day: docker compose exec -T postgres /bin/sh /deploy/base-backup.sh
set -eu
folder=${BACKUP_FOLDER:-/backup} kept=${BACKUPS_KEPT:-7}
name=$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p "$folder/base" "$folder/log"
rm -rf "$folder"/base/*.part

pg_basebackup --username=postgres --pgdata="$folder/base/$name.part" --checkpoint=fast --wal-method=stream \
  --manifest-checksums=SHA256
pg_verifybackup --quiet "$folder/base/$name.part"
mv "$folder/base/$name.part" "$folder/base/$name"

ls "$folder/base" | sort -r | tail -n "+$((kept + 1))" | while read -r old; do
  rm -rf "${folder:?}/base/$old"
done
oldest=$(ls "$folder/base" | sort | head -n 1)
needed=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$folder/base/$oldest/backup_label")
pg_archivecleanup "$folder/log" "$needed"
echo "$folder/base/$name"
