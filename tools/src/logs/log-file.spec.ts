import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LogFile } from './log-file.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chat-log-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('appends to the file of an earlier run', () => {
  const path = join(folder, 'logs', 'users-0.log');
  for (const line of ['one', 'two']) {
    const log = new LogFile(path);
    log.writeLine(line);
    log.close();
  }

  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('writes lines that come at once together, and loses none when it is closed', async () => {
  const path = join(folder, 'users-0.log');
  const log = new LogFile(path);

  log.writeLine('one');
  log.writeLine('two');
  expect(readFileSync(path, 'utf8')).toBe('');
  await Promise.resolve();
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');

  log.writeLine('three');
  log.close();
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\nthree\n');
});

it('never holds more than two files of the size allowed', () => {
  const path = join(folder, 'users-0.log');
  const log = new LogFile(path, 100);

  for (let count = 0; count < 50; count++) log.writeLine(`line ${count} ${'x'.repeat(20)}`);
  log.close();

  expect(statSync(path).size).toBeLessThan(150);
  expect(statSync(`${path}.1`).size).toBeLessThan(150);
});
