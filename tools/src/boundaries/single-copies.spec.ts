import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { copyViolations, duplicatesIn } from './declared-dependencies.js';

const one = (name: string, peers = '') => `  '${name}@1.0.0${peers}': {}\n`;
const others = [
  '@nestjs/common',
  '@nestjs/microservices',
  'class-validator',
  'ioredis',
  'pg',
  'prom-client',
  'reflect-metadata',
  'rxjs',
  'typeorm',
]
  .map((name) => one(name))
  .join('');

it('accepts a lockfile with one copy of each', () => {
  expect(duplicatesIn(`snapshots:\n${others}${one('@nestjs/core', '(rxjs@7.0.0)')}`)).toEqual([]);
});

it('reports two copies that differ in their peers, and a missing package', () => {
  const twice = one('@nestjs/core', '(rxjs@7.0.0)') + one('@nestjs/core', '(ioredis@5.0.0)(rxjs@7.0.0)');

  expect(duplicatesIn(`snapshots:\n${others}${twice}`)).toEqual([
    expect.stringMatching(/has 2 copies of @nestjs\/core, .*\n {2}@nestjs\/core@1\.0\.0\(rxjs@7\.0\.0\)\n/),
  ]);
  expect(duplicatesIn(`snapshots:\n${others}`)).toEqual([expect.stringContaining('has 0 copies of @nestjs/core')]);
});

it('finds no second copy in the lockfile of the repository', () => {
  expect(copyViolations(fileURLToPath(new URL('../../..', import.meta.url)))).toEqual([]);
});
