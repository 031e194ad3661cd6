# Sourced by the scripts in this folder. Each runs in the checkout's root and exits 77 if a tool is unavailable.
set -euo pipefail
cache=${XDG_CACHE_HOME:-$HOME/.cache}/newsletter-opportunity-intelligence
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

missing() {
  echo "missing: $1" >&2
  exit 77
}

flaws=0
flaw() {
  echo "flaw: $1" >&2
  flaws=$((flaws + 1))
}

# made NAME COMMAND...: path of a cache folder in which the command has succeeded.
made() {
  local folder=$cache/$1
  shift
  if [ ! -e "$folder/.done" ]; then
    rm -rf "$folder"
    mkdir -p "$folder"
    (cd "$folder" && "$@") >&2 || missing "$*"
    touch "$folder/.done"
  fi
  echo "$folder"
}

# debian PACKAGE...: installs packages unless the first one's program exists.
debian() {
  command -v "$1" > "$work/found" || {
    apt-get -qq update && apt-get -qq install --yes --no-install-recommends "$@"
  } > "$work/apt" || missing "$1"
}

build_go() {
  echo 'module tool' > go.mod && go get "$2" && go build -o "$1" "${2%@*}"
}

install_npm() {
  echo '{"private":true}' > package.json && npm install --no-audit --no-fund --ignore-scripts "$@"
}

install_python() {
  python3 -m venv . && bin/pip install --quiet "$@"
}

# go_program NAME PACKAGE@VERSION: path of a program, verified by the Go checksum database.
go_program() {
  local folder
  folder=$(made "$1-${2##*@}" build_go "$1" "$2")
  echo "$folder/$1"
}
