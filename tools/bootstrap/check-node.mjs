// Node built-ins only: this runs before anything is installed. Syntax here must be readable by old versions.
import { readFileSync } from 'node:fs';

const manifest = new URL('../../package.json', import.meta.url);

/** The oldest supported Node.js: `engines` of the root package.json, of the form `>=20.19`. */
export const MINIMUM_NODE = JSON.parse(readFileSync(manifest, 'utf8')).engines.node.replace('>=', '');

/** Whether the project runs on this version of Node.js. */
export function isSupported(version) {
  const [major, minor] = version.split('.').map(Number);
  const [minimumMajor, minimumMinor] = MINIMUM_NODE.split('.').map(Number);
  return major > minimumMajor || (major === minimumMajor && minor >= minimumMinor);
}

/** Ends the process with a clear message if Node.js is too old. */
export function checkNode() {
  if (isSupported(process.versions.node)) return;
  process.stderr.write(`Node.js ${MINIMUM_NODE} or newer is needed; this is ${process.versions.node}.\n`);
  process.exit(1);
}
