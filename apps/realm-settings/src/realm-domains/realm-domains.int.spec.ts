import {
  createRealmDomain,
  deleteRealmDomain,
  GetRealm,
  getRealmDomains,
  Role,
  updateRealm,
  updateRealmDomain,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealmSettingsForTests } from '../testing/start-realm-settings.js';

let service: RealmSettingsForTests;

beforeAll(async () => {
  service = await RealmSettingsForTests.start();
});
afterAll(() => service.stop());

const realm = async () => (await service.ask(GetRealm, { realmId: service.realm.realmId })).state;

describe('domains', () => {
  it('are added, changed and removed by owners', async () => {
    const actor = service.actor(Role.Owner);
    const create = (domain: string) => service.call(createRealmDomain, actor, { domain, allowSubdomains: false });
    const update = (domain: string) => service.call(updateRealmDomain, actor, { domain, allowSubdomains: true });

    expect(await create('example.org')).toEqual({ new_domain: ['example.org', false] });
    expect((await realm()).domains).toEqual([{ domain: 'example.org', allowSubdomains: false }]);
    await update('example.org');
    expect((await realm()).domains).toEqual([{ domain: 'example.org', allowSubdomains: true }]);
    expect(await service.call(getRealmDomains, service.actor(Role.Guest), {})).toEqual({
      domains: [{ domain: 'example.org', allow_subdomains: true }],
    });

    expect(await service.refusal(create('example.org'))).toBe(
      'The domain example.org is already a part of your organization.',
    );
    expect(await service.refusal(update('other.org'))).toBe('No entry found for domain other.org.');
    const domain = { domain: 'x.org', allowSubdomains: true };
    expect(await service.callError(createRealmDomain, service.actor(), domain)).toBe('Must be an organization owner');
    await service.call(deleteRealmDomain, actor, { domain: 'example.org' });
    expect((await realm()).domains).toEqual([]);
  });

  it.each([
    ['', "Domain can't be empty."],
    ['nowhere', 'Domain must have at least one dot (.)'],
    ['.com', 'Domain cannot start or end with a dot (.)'],
    ['test.', 'Domain cannot start or end with a dot (.)'],
    ['test...com', "Consecutive '.' are not allowed."],
    ['test.-domain.com', "Subdomains cannot start or end with a '-'."],
    ['test_domain.com', "Domain can only have letters, numbers, '.' and '-'s."],
  ])('are refused: %j', async (domain, fault) => {
    const actor = service.actor(Role.Owner);
    expect(await service.callError(createRealmDomain, actor, { domain, allowSubdomains: true })).toBe(
      `Invalid domain: ${fault}`,
    );
  });

  it('take the restriction to them along when the last one goes', async () => {
    const actor = service.actor(Role.Owner);
    for (const domain of ['x-x.y.3.z', 'acme.c']) {
      await service.call(createRealmDomain, actor, { domain, allowSubdomains: true });
    }
    await service.call(updateRealm, actor, { emailsRestrictedToDomains: true });

    await service.call(deleteRealmDomain, actor, { domain: 'acme.c' });
    expect((await realm()).emailsRestrictedToDomains).toBe(true);
    await service.call(deleteRealmDomain, actor, { domain: 'x-x.y.3.z' });
    expect(await realm()).toMatchObject({ domains: [], emailsRestrictedToDomains: false });
  });
});
