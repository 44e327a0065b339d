import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Two copies of one of these break dependency injection, `instanceof`, parsers or registries that belong to the module. */
const SINGLE = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/microservices',
  'class-validator',
  'ioredis',
  'pg',
  'prom-client',
  'reflect-metadata',
  'rxjs',
  'typeorm',
];

/** A sentence per package of SINGLE that the lockfile of the repository installs more or less than once. */
export function copyViolations(root: string): string[] {
  return duplicatesIn(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
}

/** pnpm makes a copy for each set of peers: each is a key `name@version(peer@version)…` under `snapshots`. */
export function duplicatesIn(lockfile: string): string[] {
  const { snapshots = {} } = parse(lockfile) as { snapshots?: Record<string, unknown> };
  return SINGLE.flatMap((name) => {
    const copies = Object.keys(snapshots).filter((key) => key.startsWith(`${name}@`));
    if (copies.length === 1) return [];
    return [
      `pnpm-lock.yaml has ${copies.length} copies of ${name}, and there must be exactly one; a further copy breaks injection and instanceof. ` +
        `Run "pnpm dedupe", or declare the same peers in every package that uses it.${copies.map((copy) => `\n  ${copy}`).join('')}`,
    ];
  });
}
