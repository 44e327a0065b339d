#!/bin/sh
# Compiles the repository in the current folder and puts one folder per image into the folder $1: apps/<service>, tools (the
# operators' command line) and migrate (every service with a schema). A folder holds one package, its libs and their production
# dependencies, compiled code only. Used by the Dockerfile.
set -eu
target=$1
pnpm="npx --yes $(node -p "require('./package.json').packageManager")"

$pnpm install --frozen-lockfile --prefer-offline
node_modules/.bin/tsc -b
node apps/web/scripts/build.mjs

mkdir -p "$target/migrate/apps"
deploy() {
  $pnpm --filter "@chat/$1" deploy --prod --prefer-offline "$target/$2"
  rm -f "$target/$2/pnpm-lock.yaml" "$target/$2/pnpm-workspace.yaml"
}
deploy tools tools
for manifest in apps/*/package.json; do
  app=$(basename "$(dirname "$manifest")")
  # The client is files that the gateway serves.
  case $app in *-e2e | web) continue ;; esac
  deploy "$app" "apps/$app"
  node tools/bundle/bundle-services.mjs "$target/apps/$app"
  if [ "$app" = gateway ]; then cp -R apps/web/dist/client "$target/apps/gateway/client"; fi
  # Hard links: the files are in both folders once.
  if [ -f "$target/apps/$app/dist/migrate.js" ]; then cp -al "$target/apps/$app" "$target/migrate/apps/$app"; fi
done
