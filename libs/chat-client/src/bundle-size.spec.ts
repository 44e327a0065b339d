import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'vite';

const ENTRY = fileURLToPath(new URL('./index.ts', import.meta.url));
const KIB = 1_024;

describe('the library in a bundle', () => {
  let code: string;
  beforeAll(async () => {
    const results = await build({
      configFile: false,
      logLevel: 'error',
      resolve: { conditions: ['source'] },
      build: { write: false, lib: { entry: ENTRY, formats: ['es'] }, minify: true },
    });
    const outputs = [results].flat().flatMap((result) => ('output' in result ? result.output : []));
    code = outputs.map((output) => (output.type === 'chunk' ? output.code : '')).join('');
  }, 60_000);

  it('has less than 15 KiB, compressed', () => {
    expect(gzipSync(code).length / KIB).toBeLessThan(15);
  });

  it('imports nothing, and needs nothing that only Node has', () => {
    expect(code).not.toMatch(/\bimport\b|\brequire\(|\bBuffer\b|\bprocess\./);
  });
});
