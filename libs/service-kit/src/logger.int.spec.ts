import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';

const LOGGER = new URL('../dist/logger.js', import.meta.url).href;
const LINES = 100_000;
const MIB = 1024 * 1024;

/** Logs 30 MB in many turns, like a busy service, and reports its memory. */
const SCRIPT = `import { createLogger } from '${LOGGER}';
  const logger = createLogger('users', 0, 'info');
  const used = () => { gc(); const { heapUsed, external } = process.memoryUsage(); return heapUsed + external; };
  const before = used();
  for (let n = 1; n <= ${LINES}; n++) {
    logger.info({ n, more: 'x'.repeat(200) }, 'line');
    if (n % 500 === 0) await new Promise(setImmediate);
  }
  process.send(used() - before);
  process.on('message', () => {});`;

const run = (script: string) =>
  spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });

describe('a line that does not fill a write', () => {
  it('is written while the process goes on', async () => {
    const child = run(`import { createLogger } from '${LOGGER}';
      createLogger('users', 0, 'info').info({ n: 1 }, 'line');
      process.on('message', () => {});`);
    try {
      const lines = createInterface(child.stdout as Readable);
      const [text] = (await once(lines, 'line', { signal: AbortSignal.timeout(15_000) })) as [string];

      expect(JSON.parse(text)).toMatchObject({ n: 1, msg: 'line' });
      expect(child.exitCode).toBeNull();
    } finally {
      child.kill('SIGKILL');
    }
  });
});

describe('a log without lines', () => {
  it('makes no write', async () => {
    const child = run(`import fs from 'node:fs';
      import { createLogger } from '${LOGGER}';
      let writes = 0;
      fs.write = () => void writes++;
      createLogger('users', 0, 'info').debug('below the level');
      setTimeout(() => process.send(writes), 1_700);
      process.on('message', () => {});`);
    try {
      const [writes] = (await once(child, 'message')) as [number];

      expect(writes).toBe(0);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

describe('a line that comes during a long write', () => {
  it('is written after it', async () => {
    const child = run(`import { createLogger } from '${LOGGER}';
      const logger = createLogger('users', 0, 'info');
      logger.info({ n: 1, more: 'x'.repeat(${MIB}) }, 'line');
      logger.info({ n: 2 }, 'line');
      setTimeout(() => process.send('read'), 1_000);
      process.on('message', () => {});`);
    try {
      await once(child, 'message');
      const lines = createInterface(child.stdout as Readable);
      const numbers: unknown[] = [];
      lines.on('line', (text) => {
        numbers.push((JSON.parse(text) as { n: unknown }).n);
        if (numbers.length === 2) lines.close();
      });
      await once(lines, 'close', { signal: AbortSignal.timeout(15_000) });

      expect(numbers).toEqual([1, 2]);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

describe('a log without a reader', () => {
  it('holds a bounded part in memory, and then reports the number of lost lines', async () => {
    const child = run(SCRIPT);
    try {
      const [taken] = (await once(child, 'message')) as [number];
      expect(taken).toBeLessThan(20 * MIB);

      const numbers: number[] = [];
      let lost: Record<string, unknown> | undefined;
      for await (const text of createInterface(child.stdout as Readable)) {
        const line = JSON.parse(text) as Record<string, unknown>;
        if ('n' in line) numbers.push(line['n'] as number);
        else {
          lost = line;
          break;
        }
      }

      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      expect(numbers.length).toBeGreaterThan(10_000);
      expect(lost).toMatchObject({ level: 'warn', lines: LINES - numbers.length });
    } finally {
      child.kill('SIGKILL');
    }
  });
});
