import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LockedError, lockFolder } from '../../bootstrap/folder-lock.mjs';
import { identify, isSameProcess, processStart } from '../../bootstrap/process-identity.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chat-lock-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('lockFolder', () => {
  it('is held by one at a time, and is given back', () => {
    const path = join(folder, 'lock');
    const unlock = lockFolder(path);

    expect(() => lockFolder(path)).toThrow(LockedError);
    unlock();
    lockFolder(path)();

    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['that has ended', JSON.stringify({ pid: 2 ** 22 + 1, start: '1', boot: 'x' })],
    ['whose pid is another process now', JSON.stringify({ ...identify(process.pid), start: '1' })],
    ['that wrote nothing readable', 'x'],
  ])('is taken over from a holder %s', (_, content) => {
    const path = join(folder, 'lock');
    writeFileSync(path, content);

    lockFolder(path)();

    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a process identity', () => {
  it('is that of the running process only', () => {
    const mine = identify(process.pid)!;
    const ended = spawnSync(process.execPath, ['-e', '0']).pid;

    expect(isSameProcess(mine)).toBe(true);
    expect(isSameProcess({ ...mine, boot: 'another' })).toBe(false);
    expect(processStart(ended)).toBeUndefined();
  });
});
