#!/bin/sh
# Compiles the repository in the current folder and puts what runs in production into the folder $1: compiled code,
# manifests, production dependencies. Used by the Dockerfile.
set -eu
target=$1
source=$PWD
pnpm="npx --yes $(node -p "require('./package.json').packageManager")"

$pnpm install --frozen-lockfile --prefer-offline
node_modules/.bin/tsc -b

mkdir -p "$target"
cp package.json pnpm-lock.yaml pnpm-workspace.yaml "$target"
for manifest in apps/*/package.json libs/*/package.json tools/package.json; do
  project=$(dirname "$manifest")
  mkdir -p "$target/$project"
  cp "$manifest" "$target/$project"
  if [ "$project" != tools ] && [ -d "$project/dist" ]; then cp -R "$project/dist" "$target/$project"; fi
done
cd "$target"
$pnpm install --frozen-lockfile --prefer-offline --prod
rm -rf apps/*-e2e pnpm-lock.yaml
# Of the tools, the operators' command line alone.
mkdir -p tools/src/operator tools/dist
cp "$source/tools/src/operator/chat.mjs" tools/src/operator
cp -R "$source/tools/dist/operator" tools/dist
