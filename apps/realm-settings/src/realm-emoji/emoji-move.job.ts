import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { PictureTransfers, ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type EmojiToMove, RealmEmojiRepository } from './realm-emoji.repository.js';

const BATCH = 20;
/** The first run waits until the process has started completely. */
const FIRST_RUN_MS = 60_000;
/** Gateways of release 0.1.0 may send further emoji. */
const RUN_EVERY_MS = 600_000;

/**
 * Moves the emoji of release 0.1.0 to the files service. Runs in every replica: a move is repeatable, and an emoji gets its token after
 * its pictures are durable, so a killed or simultaneous run loses nothing.
 */
@Injectable()
export class EmojiMove implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly closing = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly resources: ServiceResources,
    private readonly emoji: RealmEmojiRepository,
    private readonly pictures: PictureTransfers,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.repeat();
  }

  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await this.running;
  }

  /** Resolves with the number of moved emoji. */
  async run(): Promise<number> {
    for (let moved = 0; ; ) {
      const batch = await this.emoji.findToMove(BATCH);
      for (const emoji of batch) {
        if (this.closing.signal.aborted) return moved;
        await this.move(emoji);
        moved++;
      }
      if (batch.length < BATCH) return moved;
    }
  }

  private async move({ id, realmId, fileType, image, still }: EmojiToMove): Promise<void> {
    const token = tokenOf(id);
    const place = { realmId, purpose: 'emoji', token } as const;
    await this.pictures.store({ ...place, object: `image.${fileType}` }, image);
    if (still !== null) await this.pictures.store({ ...place, object: 'image.png' }, still);
    await this.emoji.setToken(id, token);
  }

  private async runAndLog(): Promise<void> {
    const moved = await this.run();
    if (moved > 0) this.resources.logger.info({ moved }, 'Emoji of the former release are in the files service now');
  }

  private async repeat(): Promise<void> {
    const { signal } = this.closing;
    for (let delayMs = FIRST_RUN_MS; ; delayMs = RUN_EVERY_MS) {
      // A random delay separates replicas that started together.
      await setTimeout(delayMs * (0.8 + 0.4 * Math.random()), undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      await this.runAndLog().catch((error: unknown) => {
        this.resources.logger.error({ err: error }, 'Emoji were not moved; the job runs again at its next time');
      });
    }
  }
}

/** A repeated move stores the same objects again. */
const tokenOf = (id: number): string => createHash('sha256').update(`realm_emoji ${id}`).digest('hex').slice(0, 32);
