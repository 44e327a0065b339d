import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CuttableProxy, eventually, startSwift } from '@chat/testing';

/** A storage of files for a system under test. */
export interface TestStorage {
  readonly environment: Readonly<Record<string, string>>;
  /** Names of the stored uploads, and of incomplete ones. */
  objects(): Promise<string[]>;
  /** From now on the storage does nothing. */
  takeAway(): void;
  bringBack(): void;
  /** `hold`: the storage does its work, but its responses wait until `release`. Undefined for a storage that a test cannot slow down. */
  readonly slowness?: { hold(): void; release(): void };
  close(): Promise<void>;
}

export function folderStorage(): TestStorage {
  const parent = mkdtempSync(join(tmpdir(), 'chat-storage-'));
  const folder = join(parent, 'files');
  const away = join(parent, 'away');
  return {
    environment: { FILES_DIR: folder },
    objects: async () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\/(?:uploads|INCOMPLETE)(?:\/|$)/.test(entry.parentPath))
        .map(({ name }) => name),
    takeAway: () => renameSync(folder, away),
    bringBack: () => renameSync(away, folder),
    close: async () => rmSync(parent, { recursive: true, force: true }),
  };
}

/** A bucket of Swift, or the reason if Swift does not run here. */
export async function bucketStorage(): Promise<TestStorage | string> {
  const swift = await startSwift();
  if (typeof swift === 'string') return swift;
  const { endpoint, region, accessKeyId, secretAccessKey } = swift;
  const folder = mkdtempSync(join(tmpdir(), 'chat-storage-'));
  const proxy = await CuttableProxy.start(endpoint);
  const account = await SwiftAccount.open(endpoint, accessKeyId, secretAccessKey);
  // Swift's proxy may be ready before its other servers.
  await eventually(async () => (await account.call('PUT', '/files')) !== undefined, {
    withinMs: 60_000,
    what: 'a bucket',
  });
  return {
    environment: {
      ...{ FILES_DIR: folder, S3_BUCKET: 'files', S3_REGION: region, S3_PATH_STYLE: 'true', S3_ENDPOINT: proxy.url },
      ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
    },
    objects: async () => {
      const [stored, parts] = await Promise.all(['/files?prefix=uploads/', '/files+segments'].map(account.list));
      return [...(stored ?? []), ...(parts ?? []), ...readdirSync(folder, { recursive: true }).map(String)];
    },
    takeAway: () => {
      proxy.isCutDue = () => true;
      proxy.cut();
    },
    bringBack: () => {
      proxy.isCutDue = () => false;
    },
    slowness: { hold: () => proxy.holdReplies(), release: () => proxy.releaseReplies() },
    close: async () => {
      await proxy.close();
      await swift.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Swift's own interface: a bucket is a container of the account. */
class SwiftAccount {
  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  static async open(endpoint: string, user: string, key: string): Promise<SwiftAccount> {
    const { headers } = await fetch(`${endpoint}/auth/v1.0`, { headers: { 'x-auth-user': user, 'x-auth-key': key } });
    return new SwiftAccount(headers.get('x-storage-url') ?? '', headers.get('x-auth-token') ?? '');
  }

  async call(method: string, path: string): Promise<string> {
    const response = await fetch(`${this.url}${path}`, { method, headers: { 'x-auth-token': this.token } });
    if (response.status === 404) return '';
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response.text();
  }

  list = async (path: string): Promise<string[]> => (await this.call('GET', path)).split('\n').filter(Boolean);
}
