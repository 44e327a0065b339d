/** Ends the process with a clear message on a Node.js that is too old. Syntax here must be readable by old ones. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 12)) return;
  process.stderr.write(`Node.js 20.12 or newer is needed; this is ${process.versions.node}.\n`);
  process.exit(1);
}
