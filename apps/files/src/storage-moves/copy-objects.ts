import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type FileStorage, IDENTITY_KEY, ObjectMissing, type StoredObject } from '../storage/file-storage.js';
import type { Manifest } from './manifest.js';

/** Objects that are copied at a time. */
const AT_ONCE = 4;
const REPORT_EVERY = 1_000;

export interface CopyJob {
  readonly from: FileStorage;
  readonly to: FileStorage;
  readonly manifest: Manifest;
  /** `write`: it gets the checksums. `check`: the objects must have its checksums. */
  readonly manifestUse: 'write' | 'check';
  readonly print: (line: string) => void;
}

/** Objects and bytes that were copied by this run, and objects that earlier runs had copied. */
export interface CopyResult {
  copied: number;
  bytes: number;
  skipped: number;
}

/** Objects that are missing or differ, by key. */
export class CopyFailed extends Error {}

/**
 * Copies every object that the target lacks: files, previews, icons, logos, avatars, emoji. It may be stopped at any time and repeated.
 * Objects that are deleted meanwhile are left out. Throws {@link CopyFailed} at the end if objects are missing or differ from the manifest.
 */
export async function copyObjects(job: CopyJob): Promise<CopyResult> {
  await copyIdentity(job);
  const result = { copied: 0, bytes: 0, skipped: 0 };
  const differing: string[] = [];
  const found = new Set<string>();
  const running = new Set<Promise<void>>();
  for await (const object of job.from.list('')) {
    found.add(object.key);
    if (object.key === IDENTITY_KEY) continue;
    const copying = copyOne(job, object, result, differing).finally(() => running.delete(copying));
    running.add(copying);
    if (running.size >= AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
  const missing = job.manifestUse === 'check' ? [...job.manifest.keys].filter((key) => !found.has(key)) : [];
  if (missing.length + differing.length > 0) throw new CopyFailed(describe(missing, differing));
  return result;
}

async function copyOne(job: CopyJob, object: StoredObject, result: CopyResult, differing: string[]): Promise<void> {
  const { key, size } = object;
  const { from, to, manifest, manifestUse, print } = job;
  const expected = manifest.get(key);
  if ((manifestUse === 'check' || expected !== undefined) && (await to.head(key))?.size === size) {
    result.skipped++;
    return;
  }
  const hash = createHash('sha256');
  try {
    const stored = await to.put(key, Readable.from(hashing(await from.get(key), hash)));
    const sha256 = hash.digest('hex');
    if (manifestUse === 'check' && expected?.sha256 !== sha256) {
      await to.delete(key);
      differing.push(key);
      return;
    }
    if (manifestUse === 'write') await manifest.add({ key, size: stored, sha256 });
    result.copied++;
    result.bytes += stored;
    if (result.copied % REPORT_EVERY === 0) print(`${result.copied} objects copied`);
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
  }
}

async function* hashing(bytes: Readable, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/** The target becomes the same storage for the services, unless it is in use by itself. */
async function copyIdentity({ from, to, manifestUse }: CopyJob): Promise<void> {
  const [identity, existing] = await Promise.all([identityOf(from), identityOf(to)]);
  if (identity === undefined || identity === existing) return;
  if (existing === undefined) await to.put(IDENTITY_KEY, await from.get(IDENTITY_KEY));
  else if (manifestUse === 'write') throw new CopyFailed('The target holds the files of another installation.');
}

async function identityOf(storage: FileStorage): Promise<string | undefined> {
  return (await storage.head(IDENTITY_KEY)) && text(await storage.get(IDENTITY_KEY));
}

const MAX_NAMED = 20;

function describe(missing: readonly string[], differing: readonly string[]): string {
  const lines = (what: string, keys: readonly string[]) =>
    keys.length === 0 ? [] : [`${keys.length} objects ${what}:`, ...keys.slice(0, MAX_NAMED).map((key) => `  ${key}`)];
  return [...lines('of the manifest are missing', missing), ...lines('differ from the manifest', differing)].join('\n');
}
