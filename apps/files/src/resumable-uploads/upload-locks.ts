import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { serviceUnavailable } from '@chat/contracts';
import { RedisScript } from '@chat/redis';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { uploadIsInUse } from './upload-errors.js';

/** The lock of a killed process ends after this time. */
const LEASE_MS = 2_000;
const RENEW_EVERY_MS = 500;
/** A request waits this long for the end of another one, which stores its bytes first. */
const MAX_WAIT_MS = 5_000;
const RETRY_EVERY_MS = 50;

const takeUpload = RedisScript.fromFiles(import.meta.url, 'take-upload.lua');
const renewUpload = RedisScript.fromFiles(import.meta.url, 'renew-upload.lua');
const releaseUpload = RedisScript.fromFiles(import.meta.url, 'release-upload.lua');

/**
 * One request at a time works on an upload. A later one is the same client after its connection broke, perhaps unnoticed by us, so it
 * asks the earlier one to end. Each commit checks the offset again, so a holder that lost its lock changes nothing.
 */
@Injectable()
export class UploadLocks {
  constructor(private readonly resources: ServiceResources) {}

  /** Runs `work` with the lock. It must end soon after `stop` is aborted. Throws a 423 if the holder does not end. */
  async during<Result>(uploadId: string, work: (stop: AbortSignal) => Promise<Result>): Promise<Result> {
    const { redis, logger } = this.resources;
    const [keys, token] = [[`resumable-upload:${uploadId}`], randomUUID()];
    const onError = (err: unknown) => logger.warn({ err, uploadId }, 'Redis does not serve the lock of an upload');
    const giveUpAt = performance.now() + MAX_WAIT_MS;
    const take = () =>
      takeUpload.run<number>(redis, keys, [token, LEASE_MS]).catch((error: unknown) => {
        onError(error);
        throw serviceUnavailable('files', 'not_started');
      });
    while ((await take()) === 0) {
      if (performance.now() > giveUpAt) throw uploadIsInUse();
      await setTimeout(RETRY_EVERY_MS);
    }
    const stop = new AbortController();
    const renewal = setInterval(() => {
      renewUpload.run<number>(redis, keys, [token, LEASE_MS]).then((renewed) => {
        if (renewed === 0) stop.abort();
      }, onError);
    }, RENEW_EVERY_MS);
    try {
      return await work(stop.signal);
    } finally {
      clearInterval(renewal);
      await releaseUpload.run(redis, keys, [token]).catch(onError);
    }
  }
}
