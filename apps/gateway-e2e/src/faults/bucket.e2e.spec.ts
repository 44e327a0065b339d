import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { bucketStorage } from '../support/test-storages.js';
import { startTwoGateways, type TwoGateways } from '../support/two-gateways.js';
import { fileStorages } from './file-storages.js';

const bucket = await bucketStorage();

if (typeof bucket === 'string')
  it.skip(`files in a bucket: skipped, since Swift does not run here (${bucket})`, () => {});
else {
  // The same tests with a folder are in files.e2e.spec.ts.
  describe('files in a bucket', () => {
    let started: TwoGateways;
    beforeAll(async () => {
      const scale = { gateway: 2, files: 2 };
      started = await startTwoGateways(bucket.environment, { scale, without: ['integrations'] });
    }, 240_000);
    afterAll(async () => {
      await started?.tested.discard();
      await bucket.close();
    }, 60_000);

    fileStorages('a bucket', bucket, () => started);
  });
}
