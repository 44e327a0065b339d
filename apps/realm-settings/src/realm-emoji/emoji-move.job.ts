import { createHash } from 'node:crypto';
import { inBatches, PictureTransfers, RepeatedJobs, ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type EmojiToMove, RealmEmojiRepository } from './realm-emoji.repository.js';

const BATCH = 20;
/** The first run waits until the process has started completely. */
const FIRST_RUN_MS = 60_000;
/** Replicas of release 0.1.0 may store further emoji. */
const RUN_EVERY_MS = 600_000;

/**
 * Moves the emoji of release 0.1.0 to the files service. Runs in every replica: a move is repeatable, and an emoji gets its token after
 * its pictures are durable, so a killed or simultaneous run loses nothing.
 */
@Injectable()
export class EmojiMove implements OnApplicationBootstrap {
  constructor(
    private readonly resources: ServiceResources,
    private readonly emoji: RealmEmojiRepository,
    private readonly pictures: PictureTransfers,
    private readonly jobs: RepeatedJobs,
  ) {}

  onApplicationBootstrap(): void {
    const times = { firstAfterMs: FIRST_RUN_MS, everyMs: RUN_EVERY_MS };
    this.jobs.start({ name: 'move of emoji', ...times, run: (signal) => this.runAndLog(signal) });
  }

  run(signal?: AbortSignal): Promise<number> {
    return inBatches(
      BATCH,
      () => this.emoji.findToMove(BATCH),
      (emoji) => this.move(emoji),
      signal,
    );
  }

  private async move({ id, realmId, fileType, image, still }: EmojiToMove): Promise<void> {
    const token = tokenOf(id);
    const place = { realmId, purpose: 'emoji', token } as const;
    await this.pictures.store({ ...place, object: `image.${fileType}` }, image);
    if (still !== null) await this.pictures.store({ ...place, object: 'image.png' }, still);
    await this.emoji.setToken(id, token);
  }

  private async runAndLog(signal: AbortSignal): Promise<void> {
    const moved = await this.run(signal);
    if (moved > 0) this.resources.logger.info({ moved }, 'Emoji of the former release are in the files service now');
  }
}

/** A repeated move stores the same objects again. */
const tokenOf = (id: number): string => createHash('sha256').update(`realm_emoji ${id}`).digest('hex').slice(0, 32);
