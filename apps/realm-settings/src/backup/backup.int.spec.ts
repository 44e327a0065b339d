import { GetBackupStatus } from '@chat/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RealmSettingsForTests } from '../testing/start-realm-settings.js';

let service: RealmSettingsForTests;

beforeAll(async () => {
  service = await RealmSettingsForTests.start();
});
afterAll(() => service.stop());

it('an operator learns that the PostgreSQL of the tests has no archive', async () => {
  const status = await service.askOutside(GetBackupStatus, {});

  expect(status).toEqual({ isArchiving: false, ageSeconds: null, failures: 0, isFailing: false });
});
