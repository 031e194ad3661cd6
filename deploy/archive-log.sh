#!/bin/sh
# archive_command of PostgreSQL: keeps a segment of its log, `archive-log.sh %p FOLDER/%f`. Overwrites nothing; a name appears
# once its file is whole and on disk. A failure is harmless: PostgreSQL keeps the segment and tries again.
set -eu
from=$1 to=$2

# A segment can come twice after a crash; a different one of the same name is another server's, and refused.
if [ -f "$to" ]; then
  cmp -s "$from" "$to"
  exit
fi
cp "$from" "$to.part"
sync "$to.part"
mv "$to.part" "$to"
