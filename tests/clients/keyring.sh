#!/bin/sh
# Keys in a real Secret Service. Runs inside `dbus-run-session`, with a HOME of its own.
# usage: keyring.sh CLEW STAGE
set -eu
clew=$1
stage=$2
canary=k-canary-0ddba11
export CLEW_DATA_DIR="$stage/data" CLEW_STANDALONE=1
mkdir -p "$stage/project"
cd "$stage/project"

fail() {
    echo "FAIL  keyring: $1" >&2
    exit 1
}

"$clew" setup --mode openapi --provider-url http://127.0.0.1:9/v1 --no-check-provider >/dev/null

# Where there is no bus and so no keyring, this must say so and keep nothing.
if printf '%s\n' "$canary" | DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent "$clew" setup --key --no-check-provider >"$stage/none" 2>&1; then
    fail "a key was kept where there is no keyring"
fi
grep -q 'keyring of this system cannot be used' "$stage/none" || fail "no word about the missing keyring: $(cat "$stage/none")"
[ ! -e "$stage/data/config/keys" ] || fail "a file of keys without consent"

printf 'password\n' | gnome-keyring-daemon --unlock --components=secrets >"$stage/daemon" 2>&1
printf '%s\n' "$canary" | "$clew" setup --key --no-check-provider >"$stage/kept" 2>&1 || fail "$(cat "$stage/kept")"
grep -q 'the key is kept as clew-keyring://openapi/127.0.0.1_9' "$stage/kept" || fail "$(cat "$stage/kept")"
! grep -q "$canary" "$stage/kept" || fail "the key was shown"
[ ! -e "$stage/data/config/keys" ] || fail "a file of keys beside the keyring"
! grep -rq "$canary" "$stage/data" || fail "the key lies in a file"
"$clew" setup --status --no-check-provider | grep -q 'keyring (found)' || fail "another process does not find the key"

# A second key takes the place of the first.
printf 'k-other-key-7\n' | "$clew" setup --key --no-check-provider >/dev/null 2>&1 || fail "the key cannot be replaced"
"$clew" setup --status --no-check-provider | grep -q 'keyring (found)' || fail "the second key is not found"
echo "ok    keyring"
