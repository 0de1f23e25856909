#!/usr/bin/env bash
# Installs Debian packages where apt may be used; says why not where it may not.
set -u
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get > /dev/null; then
  echo "Not installing $*: this needs root and apt."
  exit 1
fi
echo "Installing $* …"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq > /dev/null && apt-get install -y -qq --no-install-recommends "$@" > /dev/null && exit 0
echo "apt could not install $*."
exit 1
