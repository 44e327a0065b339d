// After the last test file.
export default async function endLentSystem() {
  await globalThis.systemLender?.close();
}
