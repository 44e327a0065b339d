import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { FindMissingWebAssets, ReadWebAsset, type SharedWebAsset, StoreWebAsset } from '@chat/contracts';
import { RedisTransportClient } from '@chat/redis-rpc';
import { ServiceResources } from '@chat/service-kit';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Call } from '../http/index.js';
import { type BuiltClient, type ClientFile, SOURCE_MAP, typeOf } from './built-client.js';

/** Bytes of files of other releases in memory. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024;
/** A start waits this long for the files service. */
const SHARE_WITHIN_MS = 5_000;
const RETRY_AFTER_MS = 10_000;
/** The files service forgets files that no gateway has served for a month. */
const REPEAT_AFTER_MS = 24 * 3_600_000;
/** Vite's form: name, digest, ending. */
const NAME = /^[\w.-]{1,180}-[\w-]{8}\.\w{2,12}$/;

const decompress = promisify(brotliDecompress);

/**
 * Shares the files of this release with gateways of other releases, and reads theirs, through the files service. During a rolling upgrade
 * the page comes from one gateway and its scripts from another, and an open tab loads parts of its own release weeks later.
 */
@Injectable()
export class SharedAssets implements OnModuleDestroy {
  private readonly cached = new LRUCache<string, ClientFile>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ bytes, encoded }) => bytes.length + (encoded.br?.length ?? 0),
  });
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly transport: RedisTransportClient,
    private readonly resources: ServiceResources,
  ) {}

  onModuleDestroy(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  /**
   * Shares this release, before its page is served. If the files service is away, the gateway starts without it, and repeats this in the
   * background until it succeeds.
   */
  async share(assets: BuiltClient['assets']): Promise<void> {
    const names = [...assets.keys()].filter((name) => !name.endsWith(SOURCE_MAP));
    const waiting = new Promise((resolve) => setTimeout(resolve, SHARE_WITHIN_MS).unref());
    await Promise.race([this.shareAndRepeat(names, assets), waiting]);
  }

  /** A file of another release; undefined if there is none of this name. */
  async find(call: Pick<Call, 'request'>, name: string): Promise<ClientFile | undefined> {
    const known = this.cached.get(name);
    if (known !== undefined || !NAME.test(name)) return known;
    const { asset } = await call.request(ReadWebAsset, { name });
    if (asset === null) return undefined;
    const file = await fileOf(name, asset);
    this.cached.set(name, file);
    return file;
  }

  private async shareAndRepeat(names: readonly string[], assets: ReadonlyMap<string, ClientFile>): Promise<void> {
    const isShared = await this.store(names, assets).then(
      () => true,
      (error: unknown) => {
        this.resources.logger.warn(
          { err: error },
          'Files of the web client are not shared yet; other gateways lack them',
        );
        return false;
      },
    );
    if (this.isClosed) return;
    const again = () => void this.shareAndRepeat(names, assets);
    this.timer = setTimeout(again, isShared ? REPEAT_AFTER_MS : RETRY_AFTER_MS).unref();
  }

  private async store(names: readonly string[], assets: ReadonlyMap<string, ClientFile>): Promise<void> {
    const context = { realmId: 0, requestId: randomUUID() };
    const { missing } = await this.transport.request(FindMissingWebAssets, { names }, context);
    // One after the other: Redis holds one of them at a time.
    for (const name of missing) {
      const file = assets.get(name);
      if (file !== undefined) await this.transport.request(StoreWebAsset, { name, ...sharedFormOf(file) }, context);
    }
  }
}

const sharedFormOf = ({ bytes, encoded }: ClientFile): SharedWebAsset => ({
  encoding: encoded.br === undefined ? null : 'br',
  content: (encoded.br ?? bytes).toString('base64'),
});

async function fileOf(name: string, { encoding, content }: SharedWebAsset): Promise<ClientFile> {
  const bytes = Buffer.from(content, 'base64');
  const type = typeOf(name);
  return encoding === 'br'
    ? { type, bytes: await decompress(bytes), encoded: { br: bytes } }
    : { type, bytes, encoded: {} };
}
