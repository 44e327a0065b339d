// Before the first test file: compiled code, since jest does not translate this module's imports. Loaded only for whole-system
// tests, before which everything is built.
const { SystemLender } = await import('../dist/support/shared-system.js');

export default async function lendSystem() {
  globalThis.systemLender = await SystemLender.open();
}
