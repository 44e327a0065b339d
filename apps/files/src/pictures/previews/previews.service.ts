import { createReadStream } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { FilePreviewChanged, serviceUnavailable } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { FileStorage } from '../../storage/file-storage.js';
import { PictureDecoders, PictureRefused } from '../decoder/picture-decoders.js';
import {
  MAX_PREVIEW_ATTEMPTS,
  MAX_PREVIEW_WAITS,
  MAX_PREVIEWS_UNDER_WAY,
  MAX_WAITING_PREVIEWS,
  PREVIEW_RETRY_SECONDS,
  PREVIEW_SEARCH_MS,
  PREVIEW_WAIT_MS,
} from '../picture-limits.js';
import { Slots } from '../slots.js';
import { copiesOf, nearestCopy, previewKey } from './preview-formats.js';
import { type ClaimedPreview, PreviewsRepository } from './previews.repository.js';

const POLL_MS = 50;

/**
 * Makes the thumbnails and large copies of pictures, once for all replicas: after the upload, or earlier if a reader wants one. A claim in
 * the row decides which replica makes them; if that replica dies, another one finds the row.
 */
@Injectable()
export class Previews implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly slots = new Slots(MAX_PREVIEWS_UNDER_WAY);
  private readonly scheduled = new Map<number, Promise<void>>();
  private readonly closing = new AbortController();
  private search: Promise<void> | undefined;
  private waits = 0;

  constructor(
    private readonly database: Database,
    private readonly previews: PreviewsRepository,
    private readonly storage: FileStorage,
    private readonly decoders: PictureDecoders,
    private readonly resources: ServiceResources,
  ) {}

  /** Makes the copies soon. If too many wait, the search for forgotten previews finds this one later. */
  schedule(fileId: number): void {
    if (this.scheduled.has(fileId) || this.scheduled.size >= MAX_WAITING_PREVIEWS || this.closing.signal.aborted)
      return;
    const made = this.slots.use(() => this.make(fileId)).finally(() => this.scheduled.delete(fileId));
    this.scheduled.set(fileId, made);
  }

  /**
   * Key of the copy that is nearest to the wanted format. Makes the copies if that has not happened, and waits for them. Undefined if the
   * file has no preview, or `format` is the name of no format.
   */
  async keyOf(file: { readonly id: number; readonly storageKey: string }, format: string): Promise<string | undefined> {
    const preview = await this.previews.find(file.id);
    if (preview === null) return undefined;
    const name = nearestCopy(format, preview.isAnimated, preview.transcoded);
    if (name === undefined) return undefined;
    const isMade = preview.madeAt !== null || (await this.untilMade(file.id));
    return isMade ? previewKey(file.storageKey, name) : undefined;
  }

  onApplicationBootstrap(): void {
    this.search = this.searchForgotten();
  }

  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await this.search;
    await Promise.all(this.scheduled.values());
  }

  /** False if the picture turns out broken. */
  private async untilMade(fileId: number): Promise<boolean> {
    if (this.waits >= MAX_PREVIEW_WAITS) throw serviceUnavailable('files', 'not_started');
    this.waits++;
    try {
      for (const deadline = performance.now() + PREVIEW_WAIT_MS; performance.now() < deadline; ) {
        this.schedule(fileId);
        // Another replica may have the claim.
        await Promise.race([this.scheduled.get(fileId), setTimeout(PREVIEW_WAIT_MS, undefined, { ref: false })]);
        const preview = await this.previews.find(fileId);
        if (preview === null) return false;
        if (preview.madeAt !== null) return true;
        await setTimeout(POLL_MS);
      }
    } finally {
      this.waits--;
    }
    throw serviceUnavailable('files', 'not_started');
  }

  private async make(fileId: number): Promise<void> {
    if (this.closing.signal.aborted) return;
    try {
      const claimed = await this.previews.claim(fileId);
      if (claimed === undefined) return;
      if (claimed.attempts > MAX_PREVIEW_ATTEMPTS) await this.giveUp(claimed);
      else await this.makeClaimed(claimed);
    } catch (error) {
      this.resources.logger.warn({ err: error, fileId }, 'Preview is not made; it is tried again');
    }
  }

  private async makeClaimed(claimed: ClaimedPreview): Promise<void> {
    try {
      await this.store(claimed);
    } catch (error) {
      if (error instanceof PictureRefused) return this.giveUp(claimed);
      await this.previews.release(claimed, PREVIEW_RETRY_SECONDS);
      throw error;
    }
    await this.database.transaction(async (tx) => {
      const finished = await this.previews.finish(tx, claimed);
      if (finished?.isLate) this.record(tx, claimed, 'ready');
    });
  }

  private async store({ storageKey, isAnimated, transcoded }: ClaimedPreview): Promise<void> {
    const copies = copiesOf(isAnimated, transcoded);
    await this.decoders.decode(await this.storage.get(storageKey), copies, async ({ copies: paths }) => {
      for (const [index, { name }] of copies.entries()) {
        const path = paths[index];
        if (path) await this.storage.put(previewKey(storageKey, name), createReadStream(path));
      }
    });
  }

  private async giveUp(claimed: ClaimedPreview): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (await this.previews.giveUp(tx, claimed)) this.record(tx, claimed, 'broken');
    });
  }

  private record(tx: Transaction, { fileId, realmId, pathId }: ClaimedPreview, result: 'ready' | 'broken'): void {
    tx.record(realmId, FilePreviewChanged.of({ fileId, pathId, result }));
  }

  /** Finds previews of replicas that died, and those for which there was no place. */
  private async searchForgotten(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      await setTimeout(PREVIEW_SEARCH_MS, undefined, { signal, ref: false }).catch(() => {});
      const found = signal.aborted ? [] : await this.previews.forgotten(MAX_WAITING_PREVIEWS).catch(() => []);
      for (const fileId of found) this.schedule(fileId);
    }
  }
}
