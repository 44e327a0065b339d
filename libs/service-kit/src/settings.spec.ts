import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveKey } from './secret-keys.js';
import { optionalSetting, stringSetting } from './settings.js';

let folder: string;
const before = { ...process.env };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chat-settings-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  process.env = { ...before };
});

function setFile(name: string, text: string): void {
  const path = join(folder, name);
  writeFileSync(path, text);
  process.env[`${name}_FILE`] = path;
}

describe('a setting', () => {
  it('is taken from the file that <name>_FILE names, without the line end', () => {
    setFile('DATABASE_URL', 'postgres://chat@db/chat\n');

    expect(stringSetting('DATABASE_URL')).toBe('postgres://chat@db/chat');
    process.env['DATABASE_URL'] = 'postgres://other';
    expect(stringSetting('DATABASE_URL')).toBe('postgres://other');
  });

  it('that is required and missing, and a file that is not there, are told by name', () => {
    expect(() => stringSetting('NO_SUCH_SETTING')).toThrow('Set the environment variable NO_SUCH_SETTING');
    expect(optionalSetting('NO_SUCH_SETTING')).toBe('');
    process.env['REDIS_URL_FILE'] = join(folder, 'missing');
    delete process.env['REDIS_URL'];
    expect(() => stringSetting('REDIS_URL')).toThrow(/REDIS_URL_FILE names cannot be read: ENOENT/);
  });

  it('in a file makes the same keys as in the environment', () => {
    const secret = Buffer.alloc(32, 7).toString('base64');
    delete process.env['SECRET_KEY'];
    setFile('SECRET_KEY', `${secret}\n`);
    const fromFile = deriveKey('purpose');
    process.env['SECRET_KEY'] = secret;

    expect(deriveKey('purpose')).toEqual(fromFile);
  });
});
