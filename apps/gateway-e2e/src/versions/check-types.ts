import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContractRecord } from './contract-record.js';
import type { ContractsOfToday } from './contracts-of-today.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Something that was recorded, and the type that it must be of today. */
export interface TypedSample {
  readonly what: string;
  /** In terms of `contracts`, the exports of libs/contracts. */
  readonly type: string;
  readonly value: unknown;
}

/** Everything that was recorded: requests, replies and domain events, in their whole depth. */
export function typedSamples(record: ContractRecord, { requests, events }: ContractsOfToday): TypedSample[] {
  const ofRequests = Object.entries(record.requests).flatMap(([pattern, { samples, replies }]) => {
    const today = requests.get(pattern);
    if (today === undefined) return [];
    const { type, replyType } = today;
    return [
      ...samples.map((value) => ({ what: pattern, type, value })),
      ...(replyType === undefined
        ? []
        : replies.map((value) => ({ what: `reply to ${pattern}`, type: replyType, value }))),
    ];
  });
  const ofEvents = Object.entries(record.events).flatMap(([type, payloads]) => {
    const name = events.get(type);
    if (name === undefined) return [];
    const payload = `Parameters<typeof contracts.${name}.of>[0]`;
    return payloads.map((value) => ({ what: type, type: payload, value }));
  });
  return [...ofRequests, ...ofEvents];
}

/**
 * Lets the compiler assign each sample to the type of today. It refuses fields that the type lacks (removed or renamed)
 * and fields that the sample lacks (new, and required of older replicas), at any depth.
 */
export function faultsOfTypes(
  samples: readonly TypedSample[],
  onFault?: (sample: TypedSample, fault: string) => void,
): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'chat-contracts-'));
  try {
    const lines = samples.map(({ type, value }, n) => `export const s${n}: ${type} = ${JSON.stringify(value)};`);
    writeFileSync(
      join(folder, 'samples.mts'),
      ["import type * as contracts from '@chat/contracts';", ...lines].join('\n'),
    );
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration(folder)));
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
      encoding: 'utf8',
    });
    const faults = [...stdout.matchAll(/samples\.mts\((\d+),\d+\): error TS\d+: (.*)/g)].map(([, line, message]) => {
      // The first line is the import.
      const sample = samples[Number(line) - 2];
      const fault = `${sample?.what ?? 'the file'}: ${message}`;
      if (sample) onFault?.(sample, fault);
      return fault;
    });
    if (status !== 0 && faults.length === 0) throw new Error(`The compiler failed:\n${stdout}`);
    return faults;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const configuration = (folder: string) => ({
  extends: join(ROOT, 'tsconfig.base.json'),
  compilerOptions: {
    ...{ noEmit: true, composite: false, declaration: false, sourceMap: false, types: ['node'] },
    typeRoots: [join(ROOT, 'node_modules', '@types')],
    paths: { '@chat/contracts': [join(ROOT, 'libs', 'contracts', 'src', 'index.ts')] },
    rootDir: '/',
  },
  files: [join(folder, 'samples.mts')],
});
