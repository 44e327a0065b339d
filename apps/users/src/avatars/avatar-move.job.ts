import { Database } from '@chat/persistence';
import { inBatches, PictureTransfers, RepeatedJobs, ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AvatarEntity } from './avatars.entity.js';

const BATCH = 20;
/** The first run waits until the process has started completely. */
const FIRST_RUN_MS = 60_000;
/** Replicas of release 0.1.0 may store further avatars. */
const RUN_EVERY_MS = 600_000;

interface AvatarToMove extends Pick<AvatarEntity, 'token' | 'size' | 'png'> {
  readonly realmId: number;
}

/**
 * Moves the avatars of release 0.1.0 to the files service. Runs in every replica: a move is repeatable, and a row is marked after its
 * picture is durable, so a killed or simultaneous run loses nothing.
 */
@Injectable()
export class AvatarMove implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly resources: ServiceResources,
    private readonly pictures: PictureTransfers,
    private readonly jobs: RepeatedJobs,
  ) {}

  onApplicationBootstrap(): void {
    const times = { firstAfterMs: FIRST_RUN_MS, everyMs: RUN_EVERY_MS };
    this.jobs.start({ name: 'move of avatars', ...times, run: (signal) => this.runAndLog(signal) });
  }

  run(signal?: AbortSignal): Promise<number> {
    return inBatches(
      BATCH,
      () => this.nextBatch(),
      (avatar) => this.move(avatar),
      signal,
    );
  }

  private async move({ realmId, token, size, png }: AvatarToMove): Promise<void> {
    await this.pictures.store({ realmId, purpose: 'avatar', token, object: `${size}.png` }, png);
    await this.database.transaction((tx) => tx.getRepository(AvatarEntity).update({ token, size }, { isMoved: true }));
  }

  /** Raw SQL: the realm is in the row of the account. */
  private nextBatch(): Promise<AvatarToMove[]> {
    return this.database.query<AvatarToMove>(
      `SELECT token, size, png, realm_id AS "realmId" FROM avatar JOIN account USING (user_id)
       WHERE NOT is_moved ORDER BY token, size LIMIT ${BATCH}`,
    );
  }

  private async runAndLog(signal: AbortSignal): Promise<void> {
    const moved = await this.run(signal);
    if (moved > 0) this.resources.logger.info({ moved }, 'Avatars of the former release are in the files service now');
  }
}
