#!/usr/bin/env bash
# Builds the Dockerfile's images, checks their contents, and has them serve every page and render a dossier. Uses
# Docker if a daemon responds, or else buildah (Debian, as root). Without a registry, it builds on Debian and npm
# packages, for testing only.
. tools/proof/tools.sh
images='migrate worker api'
name() { echo "newsletter-opportunity-intelligence-$1:${BUILD_ID:-trial}"; }

# This machine's npm registry and certificates, kept out of every layer.
npmrc=$work/npmrc
cat "$HOME/.npmrc" > "$npmrc" 2> "$work/none" || true
echo "registry=$(npm config get registry)" >> "$npmrc"
secrets=(--secret "id=npmrc,src=$npmrc")
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  echo cafile=/run/ca.pem >> "$npmrc"
  secrets+=(--secret "id=ca,src=$NODE_EXTRA_CA_CERTS")
fi

make_base() { # make_base NODE_VERSION DEBIAN_RELEASE: a base like Node's own image
  debootstrap --variant=minbase "$2" root > debootstrap.log
  echo 'node:x:1000:1000::/home/node:/bin/bash' >> root/etc/passwd
  echo 'node:x:1000:' >> root/etc/group
  tar -xf "$(npm pack --silent "node-linux-$(node -p process.arch)@$1")" -C root/usr/local --strip-components=1 package/bin/node
  npm install --silent --global --prefix root/usr/local "npm@$(npm --version)"
  rm -rf root/usr/share/{doc,man,locale,info} root/var/cache/apt root/var/lib/apt/lists root/dev/* root/proc/*
}

if docker version > "$work/docker" 2>&1; then
  build() { docker build "${secrets[@]}" --target "$1" --tag "$(name "$1")" .; }
  inside() { # inside IMAGE USER COMMAND...: runs it as docker-compose.yml would
    docker run --rm --network host --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
      --user "$2" "$(name "$1")" "${@:3}"
  }
else
  debian buildah debootstrap
  export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=overlay
  from=$(sed -n 's/^FROM \(.*\) AS base$/\1/p' Dockerfile)
  base=()
  if ! buildah pull "$from" > "$work/pull" 2>&1; then
    IFS='- @:' read -r _ version release _ <<< "$from"
    base=(--from "localhost/base-of-packages:$version-$release")
    if [ -z "$(buildah images --quiet --filter "reference=${base[1]}")" ]; then
      root=$(made "base-$version-$release" make_base "$version" "$release")/root
      container=$(buildah from scratch)
      buildah add --quiet "$container" "$root" /
      buildah config --env PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin "$container"
      buildah commit --quiet --rm "$container" "${base[1]}"
    fi
  fi
  build() { buildah build --layers --network host "${base[@]}" "${secrets[@]}" --target "$1" --tag "$(name "$1")" .; }
  inside() {
    local container code=0
    container=$(buildah from --pull-never "$(name "$1")")
    buildah run --network host --cap-drop ALL --user "$2" "$container" -- "${@:3}" || code=$?
    buildah rm "$container" > "$work/removed"
    return "$code"
  }
fi

not_shipped='/node_modules/(prisma|typescript|jest|@typescript)/|\.(map|d\.[cm]?ts)$|dist/(local|stand-ins|test|tools)/|/app/\.'
for image in $images; do
  build "$image"
  inside "$image" root find / -xdev -type f -printf '%s %U %m %p\n' > "$work/files"
  inside "$image" node id -un | grep -qx node || flaw "$image does not run as node"
  awk '{ all += $1 } END { printf "%d MB\n", all / 1e6; exit all > 4e8 }' "$work/files" || flaw "$image is larger than 400 MB"
  awk '$4 ~ "^/app/" && ($2 != 0 || substr($3, length($3) - 1) ~ /[2367]/)' "$work/files" | grep . &&
    flaw "$image has files that users other than root can change"
  awk '{ print $4 }' "$work/files" | grep -v '^/app/dist/.*\.map$' | grep -E "^/app/.*($not_shipped)|\.npmrc$|/ca\.pem$" &&
    flaw "$image contains files that it does not need"
done

# All programs except those that run as soon as they are loaded.
inside worker node node --eval "
const { readdirSync } = require('node:fs');
const programs = readdirSync('/app/dist', { recursive: true }).filter((name) => name.endsWith('.js'));
for (const name of programs) if (!/(^|\/)(main|[a-z-]+-thread|workflow-bundle)\.js\$/.test(name)) require('/app/dist/' + name);
const { sampleFindings } = require('/app/dist/modules/findings/contract/sample-findings.js');
const renderer = require('/app/dist/modules/dossiers/dossier-renderer.js').createDossierRenderer();
renderer.pdf(sampleFindings).then((pdf) => process.exit(pdf.subarray(0, 5).toString() === '%PDF-' ? 0 : 1));" ||
  flaw 'the worker does not load its programs or render a dossier'
inside worker node admin --help > "$work/help" || flaw 'the image has no admin'

url=http://127.0.0.1:18080
# In a separate process group, so that it can be stopped as a whole.
set -m
inside api node env "DATABASE_URL=$NOI_DATABASE_URL" "TEMPORAL_ADDRESS=$NOI_TEMPORAL" "PUBLIC_URL=$url" HOST=127.0.0.1 \
  PORT=18080 node dist/server/main.js > "$work/api.log" 2>&1 &
trap 'kill -- -$!; rm -rf "$work"' EXIT
for _ in $(seq 100); do curl --silent --fail "$url/health/ready" > "$work/ready" && break || sleep 0.5; done
pages=$(curl --silent "$url/sitemap.xml" | grep -oP '<loc>\K[^<]+' || true)
[ -n "$pages" ] || { cat "$work/api.log"; flaw 'the API serves no sitemap'; }
for page in $pages "$url/licences.txt" "$url/openapi/v1.json"; do
  curl --silent --fail --output "$work/page" "$page" || flaw "$page is not served"
done
echo "images: $(wc -w <<< "$pages") pages, $flaws flaws"
[ "$flaws" = 0 ]
