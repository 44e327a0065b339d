import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { deriveKey } from './sealed-text.js';

it('derives the same key from a secret in a file as from a secret in the environment', () => {
  const before = { ...process.env };
  const folder = mkdtempSync(join(tmpdir(), 'chat-secret-'));
  try {
    const secret = Buffer.alloc(32, 7).toString('base64');
    const path = join(folder, 'secret-key');
    writeFileSync(path, `${secret}\n`);
    delete process.env['SECRET_KEY'];
    process.env['SECRET_KEY_FILE'] = path;
    const fromFile = deriveKey('purpose');
    process.env['SECRET_KEY'] = secret;

    expect(deriveKey('purpose')).toEqual(fromFile);
  } finally {
    process.env = before;
    rmSync(folder, { recursive: true, force: true });
  }
});
