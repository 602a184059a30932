#!/usr/bin/env bash
set -euo pipefail
source ./lib.sh
. "$DIR/other.sh"
# Prints.
log() {
  local level="$1" msg
  msg=$2
  echo "[$level] $msg ${COLORS[@]}" >&2
}
function build_all {
  for target in "${TARGETS[@]}"; do
    log info "building $target"
    make -C "$target" || { log error fail; return 1; }
  done
  while read -r line; do count=$((count + 1)); done < <(find . -name '*.c')
  case "$1" in
    start) start_server "$@" ;;
    *) usage ;;
  esac
  result=$(compute "$x")
  readonly FINAL=3
  declare -A map=([a]=1)
  export PATH="$PATH:/bin"
  [[ -n "${VAR:-default}" ]] && log x y
  cat <<EOF
hello $name $(date)
EOF
  trap cleanup EXIT
}
VERSION=1.2
alias ll='ls -l'
build_all "$@"
