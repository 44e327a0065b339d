import { readFileSync } from 'node:fs';
import { ModernFakeTimers } from '@jest/fake-timers';
import { TestEnvironment } from 'jest-environment-node';
import { ModuleMocker } from 'jest-mock';

/** Declarations of contracts and entities reach the whole process, so files with these calls must not share it. */
const ISOLATED = /\b(endpoint|domainEvent|ClientEventOf|registerFieldsOf|entityDifferences)\(/;

/** The process itself. Changes of a test file in its variables and functions end with the file. */
export class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  #variables = { ...process.env };
  #exit = process.exit;
  #console = globalThis.console;

  constructor({ projectConfig: config }) {
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    // Those of the previous file.
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
  }

  async setup() {}

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    process.exit = this.#exit;
    globalThis.console = this.#console;
  }

  exportConditions() {
    return [];
  }

  getVmContext() {
    return null;
  }
}

/** The constructor that Jest calls for a test file. An isolated file gets the environment of Jest. */
export default function Environment(config, context) {
  const isIsolated = ISOLATED.test(readFileSync(context.testPath, 'utf8'));
  return isIsolated ? new TestEnvironment(config, context) : new NativeEnvironment(config);
}
