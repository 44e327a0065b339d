import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { NativeEnvironment } from '../../jest/environment.mjs';
import Runtime from '../../jest/runtime.mjs';

const folder = mkdtempSync(join(tmpdir(), 'chat-runtime-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the runtime of a test file', () => {
  it('disables at the end of the file the storages that parts of Jest have made for it', () => {
    const part = join(folder, 'part.cjs');
    writeFileSync(part, "module.exports = new (require('node:async_hooks').AsyncLocalStorage)();");
    const runtime = new Runtime({}, Object.create(NativeEnvironment.prototype));
    const other = new AsyncLocalStorage<string>();

    const storage = runtime.requireInternalModule(part) as AsyncLocalStorage<string>;
    storage.enterWith('running test');
    other.enterWith('of the program');
    expect(storage.getStore()).toBe('running test');
    runtime.teardown();

    expect(storage.getStore()).toBeUndefined();
    expect(other.getStore()).toBe('of the program');
    other.disable();
  });
});
