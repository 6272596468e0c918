#!/bin/sh
# Compiles limit.c into DIRECTORY (default: .build in this script's directory) and prints the path of the program.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
directory=${1:-$here/.build}
mkdir -p "$directory"
cc -O2 -Wall -Wextra -Werror -o "$directory/limit" "$here/limit.c" -lmicrohttpd
echo "$directory/limit"
