// Starts the worker from its TypeScript source. Only tests run from source; the built service starts estimate-worker.js.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { transform } from '@swc/core';

const source = await readFile(new URL('estimate-worker.ts', import.meta.url), 'utf8');
const { code } = await transform(source, {
  swcrc: false,
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  module: { type: 'commonjs' },
});
compileFunction(code, ['require', 'exports'])(createRequire(import.meta.url), {});
