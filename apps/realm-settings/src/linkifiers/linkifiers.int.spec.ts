import {
  createLinkifier,
  deleteLinkifier,
  GetRenderingSettings,
  getLinkifiers,
  LinkifiersChanged,
  Role,
  updateLinkifier,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealmSettingsForTests } from '../testing/start-realm-settings.js';

let service: RealmSettingsForTests;

beforeAll(async () => {
  service = await RealmSettingsForTests.start();
});
afterAll(() => service.stop());

const settings = async () => (await service.ask(GetRenderingSettings, { realmId: service.realm.realmId })).state;

describe('linkifiers', () => {
  const PATTERN = '#(?P<id>[0-9]+)';
  const TEMPLATE = 'https://bugs.example.com/{id}';
  const create = (pattern: string, urlTemplate: string, role: Role = Role.Administrator) =>
    service.call(createLinkifier, service.actor(role), { pattern, urlTemplate });

  it('are added, changed and removed', async () => {
    const { id } = await create(PATTERN, TEMPLATE);
    expect((await settings()).linkifiers).toEqual([{ id, pattern: PATTERN, urlTemplate: TEMPLATE }]);

    const actor = service.actor();
    await service.call(updateLinkifier, actor, { filterId: id, pattern: PATTERN, urlTemplate: `${TEMPLATE}/x` });
    expect((await settings()).linkifiers).toEqual([{ id, pattern: PATTERN, urlTemplate: `${TEMPLATE}/x` }]);
    expect(await service.call(getLinkifiers, service.actor(Role.Guest), {})).toEqual({
      linkifiers: [{ id, pattern: PATTERN, url_template: `${TEMPLATE}/x` }],
    });

    expect(await service.refusal(create(PATTERN, TEMPLATE))).toBe('Linkifier with this pattern already exists.');
    await service.call(deleteLinkifier, actor, { filterId: id });
    expect((await settings()).linkifiers).toEqual([]);
    const again = { filterId: id, pattern: PATTERN, urlTemplate: TEMPLATE };
    expect(await service.callError(deleteLinkifier, actor, { filterId: id })).toBe('Linkifier not found.');
    expect(await service.callError(updateLinkifier, actor, again)).toBe('Linkifier not found.');
  });

  it.each([
    ['(', TEMPLATE, /^Bad regular expression/],
    ['(?=x)', TEMPLATE, /^Bad regular expression/],
    [PATTERN, 'https://x.org/{id', 'Invalid URL template.'],
    [PATTERN, 'https://x.org/', "Group 'id' in linkifier pattern is not present in URL template."],
    ['#1', TEMPLATE, "Group 'id' in URL template is not present in linkifier pattern."],
    // Reports a variable without a group first, and of several the first by name.
    [PATTERN, 'https://x.org/{z}/{hello}', "Group 'hello' in URL template is not present in linkifier pattern."],
    ['(?P<z>1)-(?P<id>2)', 'https://x.org/', "Group 'id' in linkifier pattern is not present in URL template."],
  ])('refuse %s -> %s', async (pattern, template, message) => {
    expect(await service.refusal(create(pattern, template))).toMatch(message);
  });

  it('are published as the complete list when an administrator adds one', async () => {
    const bug = { pattern: PATTERN, urlTemplate: TEMPLATE };
    const { id } = await service.call(createLinkifier, service.actor(), bug);

    expect((await service.published(LinkifiersChanged)).at(-1)).toEqual({ linkifiers: [{ id, ...bug }] });
    await service.call(deleteLinkifier, service.actor(), { filterId: id });
  });

  it('are for administrators', async () => {
    expect(await service.refusal(create(PATTERN, TEMPLATE, Role.Member))).toBe('Must be an organization administrator');
  });
});
