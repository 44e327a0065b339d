import { randomUUID } from 'node:crypto';
import { type Principal, rateLimitHit } from '@chat/contracts';
import { RedisScript } from '@chat/redis';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';

/** Uploads of one person at a time, through all gateways together. */
export const MAX_UPLOADS_PER_PERSON = 20;
/** An upload counts this long after its gateway died. */
const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const RETRY_AFTER_SECONDS = 1;

const leaseUpload = RedisScript.fromFiles(import.meta.url, 'lease-upload.lua');

/** Bounds the simultaneous uploads of each person. Each upload holds a lease in Redis, which its gateway renews. */
@Injectable()
export class UploadLeases {
  constructor(private readonly resources: ServiceResources) {}

  /** Runs an upload with a lease. Throws a 429 if the person has too many uploads under way. */
  async during<Result>({ realmId, userId }: Principal, upload: () => Promise<Result>): Promise<Result> {
    const { redis, logger } = this.resources;
    const key = `uploads:${realmId}:${userId}`;
    const uploadId = randomUUID();
    const lease = () => leaseUpload.run<number>(redis, [key], [uploadId, LEASE_MS, MAX_UPLOADS_PER_PERSON]);
    if ((await lease()) === 0) throw rateLimitHit(RETRY_AFTER_SECONDS);
    const onError = (err: unknown) =>
      logger.warn({ err }, 'Redis does not renew the lease of an upload; it may end early');
    const renewal = setInterval(() => void lease().catch(onError), RENEW_MS);
    try {
      return await upload();
    } finally {
      clearInterval(renewal);
      await redis.zrem(key, uploadId).catch(onError);
    }
  }
}
