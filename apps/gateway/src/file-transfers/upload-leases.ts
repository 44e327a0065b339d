import { randomUUID } from 'node:crypto';
import { networkOf } from '@chat/auth';
import { type Principal, rateLimitHit } from '@chat/contracts';
import { RedisScript } from '@chat/redis';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';

/** Uploads of one person at a time, through all gateways together. */
export const MAX_UPLOADS_PER_PERSON = 20;
/** Uploads from one address at a time, through all gateways together: many accounts of one client leave streams to others. */
export const MAX_UPLOADS_PER_ADDRESS = 200;
/** An upload counts this long after its gateway died. */
const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const RETRY_AFTER_SECONDS = 1;

const leaseUpload = RedisScript.fromFiles(import.meta.url, 'lease-upload.lua');

interface Uploader {
  readonly principal: Principal;
  readonly address: string;
}

/** Bounds the simultaneous uploads of each person and of each address. Each upload holds leases in Redis, which its gateway renews. */
@Injectable()
export class UploadLeases {
  constructor(private readonly resources: ServiceResources) {}

  /** Runs an upload with its leases. Throws a 429 if the person or the address has too many uploads under way. */
  async during<Result>({ principal, address }: Uploader, upload: () => Promise<Result>): Promise<Result> {
    const { redis, logger } = this.resources;
    const keys = [`uploads:${principal.realmId}:${principal.userId}`, `uploads:address:${networkOf(address)}`];
    const uploadId = randomUUID();
    const limits = [MAX_UPLOADS_PER_PERSON, MAX_UPLOADS_PER_ADDRESS];
    const lease = () => leaseUpload.run<number>(redis, keys, [uploadId, LEASE_MS, ...limits]);
    if ((await lease()) === 0) throw rateLimitHit(RETRY_AFTER_SECONDS);
    const onError = (err: unknown) =>
      logger.warn({ err }, 'Redis does not renew the lease of an upload; it may end early');
    const renewal = setInterval(() => void lease().catch(onError), RENEW_MS);
    try {
      return await upload();
    } finally {
      clearInterval(renewal);
      await Promise.all(keys.map((key) => redis.zrem(key, uploadId))).catch(onError);
    }
  }
}
