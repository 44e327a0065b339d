import { setTimeout } from 'node:timers/promises';
import { Database } from '@chat/persistence';
import { PictureTransfers, ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AvatarEntity } from './avatars.entity.js';

const BATCH = 20;
/** The first run waits until the process has started completely. */
const FIRST_RUN_MS = 60_000;
/** Gateways of release 0.1.0 may send further avatars. */
const RUN_EVERY_MS = 600_000;

interface AvatarToMove extends Pick<AvatarEntity, 'token' | 'size' | 'png'> {
  readonly realmId: number;
}

/**
 * Moves the avatars of release 0.1.0 to the files service. Runs in every replica: a move is repeatable, and a row is marked after its
 * picture is durable, so a killed or simultaneous run loses nothing.
 */
@Injectable()
export class AvatarMove implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly closing = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly resources: ServiceResources,
    private readonly pictures: PictureTransfers,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.repeat();
  }

  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await this.running;
  }

  /** Resolves with the number of moved pictures. */
  async run(): Promise<number> {
    for (let moved = 0; ; ) {
      const batch = await this.nextBatch();
      for (const { realmId, token, size, png } of batch) {
        if (this.closing.signal.aborted) return moved;
        await this.pictures.store({ realmId, purpose: 'avatar', token, object: `${size}.png` }, png);
        await this.database.transaction((tx) =>
          tx.getRepository(AvatarEntity).update({ token, size }, { isMoved: true }),
        );
        moved++;
      }
      if (batch.length < BATCH) return moved;
    }
  }

  /** Raw SQL: the realm is in the row of the account. */
  private nextBatch(): Promise<AvatarToMove[]> {
    return this.database.query<AvatarToMove>(
      `SELECT token, size, png, realm_id AS "realmId" FROM avatar JOIN account USING (user_id)
       WHERE NOT is_moved ORDER BY token, size LIMIT ${BATCH}`,
    );
  }

  private async runAndLog(): Promise<void> {
    const moved = await this.run();
    if (moved > 0) this.resources.logger.info({ moved }, 'Avatars of the former release are in the files service now');
  }

  private async repeat(): Promise<void> {
    const { signal } = this.closing;
    for (let delayMs = FIRST_RUN_MS; ; delayMs = RUN_EVERY_MS) {
      // A random delay separates replicas that started together.
      await setTimeout(delayMs * (0.8 + 0.4 * Math.random()), undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      await this.runAndLog().catch((error: unknown) => {
        this.resources.logger.error({ err: error }, 'Avatars were not moved; the job runs again at its next time');
      });
    }
  }
}
