import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { Browser } from '../support/browser.js';
import { Organization } from '../support/organization.js';
import { CREDENTIALS, readerWith } from '../support/signed-in.js';
import type { SystemUnderTest } from '../support/system-under-test.js';

/** Requests after the wipe with each credential; any gateway may serve each. */
const READS = 8;
/** The services begin anew by themselves. */
const RECOVERS_WITHIN_MS = 30_000;

/** Tests of credentials and flows while Redis loses everything. */
export function wipedRedis(given: () => { tested: SystemUnderTest }): void {
  let organization: Organization;
  beforeAll(async () => {
    organization = await Organization.create(given().tested.system);
    await organization.owner.client.patch('/realm', { invite_required: false });
  }, 60_000);
  afterAll(() => organization?.close());

  describe('after Redis was wiped', () => {
    it('credentials remain, ended ones stay ended, and a flow at a provider begins anew', async () => {
      const { tested } = given();
      const { baseUrl, redisUrl } = tested.system;
      const [stays, leaves] = [await organization.addUser('Ana Stays'), await organization.addUser('Ben Leaves')];
      const readersOf = (person: typeof stays) =>
        Promise.all(CREDENTIALS.map((credential) => readerWith(credential, baseUrl, organization, person)));
      const [valid, ended] = [await readersOf(stays), await readersOf(leaves)];
      for (const read of [...valid, ...ended]) expect((await read('/users/me')).status).toBe(200);
      await leaves.client.delete('/users/me/sessions', { keep_current: false, api_key: true });
      const browser = new Browser(baseUrl, organization);
      const start = '/accounts/login/social/oidc/rogue?next=/account/';
      const returnOf = async ({ location = '' }: { location?: string | undefined }) => {
        const toRoot = await fetch(location, { redirect: 'manual' });
        const { search } = new URL(toRoot.headers.get('location') ?? '');
        return browser.get(`/complete/oidc/rogue/${search}`);
      };
      const begun = await browser.get(start);

      const redis = new Redis(redisUrl);
      await redis.flushall();
      redis.disconnect();

      const statusesOf = async (readers: typeof valid) => {
        const reads = readers.flatMap((read) => Array.from({ length: READS }, () => read('/users/me')));
        return new Set((await Promise.all(reads)).map(({ status }) => status));
      };
      const ofEnded = new Set<number>();
      const ofValid = new Set<number>();
      await eventually(
        async () => {
          for (const status of await statusesOf(ended)) ofEnded.add(status);
          const statuses = await statusesOf(valid);
          for (const status of statuses) ofValid.add(status);
          return statuses.size === 1 && statuses.has(200);
        },
        { withinMs: RECOVERS_WITHIN_MS },
      );
      expect(ofValid).not.toContain(401);
      expect(ofEnded).not.toContain(200);
      expect(await statusesOf(ended)).toEqual(new Set([401]));
      expect((await returnOf(begun)).status).toBe(400);
      expect(await returnOf(await browser.get(start))).toMatchObject({ status: 302, location: '/account/' });
    }, 120_000);
  });
}
