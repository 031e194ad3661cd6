#!/bin/sh
# archive_command of PostgreSQL: `archive-log.sh %p FOLDER/%f` archives a log segment. Never overwrites a file. A new file
# appears only once it is complete and on disk. On failure, PostgreSQL keeps the segment and retries.
set -eu
from=$1 to=$2

# After a crash, the same segment may arrive twice. Refuse a different segment with that name: another server wrote it.
if [ -f "$to" ]; then
  cmp -s "$from" "$to"
  exit
fi
cp "$from" "$to.part"
sync "$to.part"
mv "$to.part" "$to"
