#!/bin/sh
# Pins images in the Dockerfile and compose files to the current digests of their tags, because a tag can move. Run it with
# access to the registry, review the diff, commit it, and build from that.
set -eu
cd "${1:-$(dirname "$0")/..}"
files='Dockerfile docker-compose.yml deploy/product.compose.yaml'

# shellcheck disable=SC2086 # A list of files.
images=$(sed -nE \
  -e 's/^FROM ([^ @]+:[^ @]+)(@[^ ]+)?( AS .*)?$/\1/p' \
  -e 's/^ *image: ([^ @$]+:[^ @$]+)(@[^ ]+)?$/\1/p' $files | sort -u)
for image in $images; do
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  case $digest in
    sha256:*) ;;
    *) echo "No digest of $image: $digest" >&2 && exit 1 ;;
  esac
  # shellcheck disable=SC2086
  sed -i -E "s#^(FROM | *image: )$image(@[^ ]+)?( AS .*)?\$#\1$image@$digest\3#" $files
  echo "$image@$digest"
done
