#!/bin/sh
# Writes the build into the kustomizations: sh deploy/kubernetes/set-build.sh BUILD, which is the tag of its images, the end of
# the names of its workers and its job, and BUILD_ID.
set -eu
build=${1:-}
case $build in
  '' | *[!a-z0-9-]* | -* | *-) valid=no ;;
  *) valid=yes ;;
esac
if [ "$valid" = no ] || [ ${#build} -gt 40 ]; then
  echo "usage: $0 BUILD, of at most 40 lower-case letters, digits and inner hyphens (such as the short id of a commit)" >&2
  exit 2
fi
cd "$(dirname "$0")"
sed -i -E \
  -e "s/(newTag: ).*/\1'$build'/" \
  -e "s/(nameSuffix: ).*/\1-$build/" \
  -e "s/(app.kubernetes.io\/version: )[^ ]+/\1'$build'/" \
  build/kustomization.yaml migrate/kustomization.yaml worker/kustomization.yaml
