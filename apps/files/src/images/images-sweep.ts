import { randomUUID } from 'node:crypto';
import {
  FindUsedAvatars,
  FindUsedEmojiImages,
  FindUsedRealmImages,
  type ImagePurpose,
  MAX_IMAGES_PER_SWEEP_REQUEST,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { RedisTransportClient } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { DiscardedObjectEntity } from '../attachments/file.entity.js';
import type { ImageEntity } from './image.entity.js';
import { imageKey } from './image-keys.js';
import { ImagesRepository } from './images.repository.js';

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
export class ImagesSweep {
  constructor(
    private readonly database: Database,
    private readonly client: RedisTransportClient,
    private readonly images: ImagesRepository,
  ) {}

  async run(signal?: AbortSignal): Promise<number> {
    let deleted = 0;
    for (let count = MAX_IMAGES_PER_SWEEP_REQUEST; count === MAX_IMAGES_PER_SWEEP_REQUEST; ) {
      const due = await this.images.findDue();
      count = due.length;
      for (const group of grouped(due)) {
        if (signal?.aborted) return deleted;
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
