import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  FindUsedAvatars,
  FindUsedEmojiImages,
  FindUsedRealmImages,
  type ImagePurpose,
  MAX_IMAGES_PER_SWEEP_REQUEST,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { RedisTransportClient } from '@chat/redis-rpc';
import { ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DiscardedObjectEntity } from '../attachments/file.entity.js';
import type { ImageEntity } from './image.entity.js';
import { imageKey } from './image-keys.js';
import { ImagesRepository } from './images.repository.js';

const SWEEP_EVERY_MS = 600_000;

const REQUESTS = {
  icon: FindUsedRealmImages,
  logo: FindUsedRealmImages,
  avatar: FindUsedAvatars,
  emoji: FindUsedEmojiImages,
} as const satisfies Record<ImagePurpose, unknown>;

/**
 * Deletes images that no service uses: uploads that broke off, and images that were replaced. Runs in every replica; two at once delete
 * nothing twice.
 */
@Injectable()
export class ImagesSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly closing = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly resources: ServiceResources,
    private readonly client: RedisTransportClient,
    private readonly images: ImagesRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.repeat();
  }

  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await this.running;
  }

  /** Resolves with the number of deleted images. */
  async run(): Promise<number> {
    let deleted = 0;
    for (let count = MAX_IMAGES_PER_SWEEP_REQUEST; count === MAX_IMAGES_PER_SWEEP_REQUEST; ) {
      const due = await this.images.findDue();
      count = due.length;
      for (const group of grouped(due)) {
        if (this.closing.signal.aborted) return deleted;
        deleted += await this.sweep(group);
      }
    }
    return deleted;
  }

  private async sweep(images: ImageGroup): Promise<number> {
    const { realmId, purpose } = images[0];
    const tokens = images.map(({ token }) => token);
    const { used } = await this.client.request(
      REQUESTS[purpose],
      { realmId, tokens },
      { realmId, requestId: randomUUID() },
    );
    if (used.length > 0) await this.images.checkLater({ realmId, purpose }, used);
    let deleted = 0;
    for (const image of images.filter(({ token }) => !used.includes(token))) {
      if (await this.delete(image)) deleted++;
    }
    return deleted;
  }

  /** The row goes first. The job of discarded objects deletes the bytes. */
  private delete(image: ImageEntity): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await this.images.remove(tx, image))) return false;
      const objects = image.objects.map((object) => ({ storageKey: imageKey(image, object) }));
      await tx.getRepository(DiscardedObjectEntity).upsert(objects, ['storageKey']);
      return true;
    });
  }

  private async repeat(): Promise<void> {
    const { signal } = this.closing;
    for (;;) {
      // A random delay separates replicas that started together.
      const delayMs = SWEEP_EVERY_MS * (0.8 + 0.4 * Math.random());
      await setTimeout(delayMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      await this.run().catch((error: unknown) => {
        this.resources.logger.error({ err: error }, 'The sweep of images failed; it runs again at its next time');
      });
    }
  }
}

type ImageGroup = [ImageEntity, ...ImageEntity[]];

/** Images of one realm and purpose together, for one request. */
function grouped(images: readonly ImageEntity[]): Iterable<ImageGroup> {
  const groups = new Map<string, ImageGroup>();
  for (const image of images) {
    const key = `${image.realmId}/${image.purpose}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [image]);
    else group.push(image);
  }
  return groups.values();
}
