import {
  ALL_CAPABILITIES,
  changedRealmImages,
  deleteRealmIcon,
  deleteRealmLogo,
  GetRealm,
  GetRealmImageUrls,
  GetRealmRegisterState,
  getServerSettings,
  RealmUpdated,
  Role,
  SetRealmImage,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealmSettingsForTests } from '../testing/start-realm-settings.js';

let service: RealmSettingsForTests;
beforeAll(async () => {
  service = await RealmSettingsForTests.start(2);
});
afterAll(() => service.stop());

const administrator = () => service.actor(Role.Administrator);
const urls = () => service.ask(GetRealmImageUrls, { realmId: service.realm.realmId });
const realm = async () => (await service.ask(GetRealm, { realmId: service.realm.realmId })).state;
/** The changes of pictures so far, with the fields that clients receive. */
const changes = async () =>
  (await service.published(RealmUpdated)).flatMap((payload) => changedRealmImages(payload.realm, payload.previous));

describe('pictures of a realm', () => {
  it('are those of the server at first', async () => {
    expect(await urls()).toEqual({
      iconUrl: expect.stringMatching(/\/[0-9a-f]{32}\?d=identicon&version=1$/),
      logoUrl: '/static/images/logo.svg?version=1',
      nightLogoUrl: '/static/images/logo-night.svg?version=1',
    });
    expect(await realm()).toMatchObject({ iconSource: 'G', logoSource: 'D', nightLogoSource: 'D', ...(await urls()) });
  });

  it('change by an administrator, each with its event and a new address', async () => {
    const path = `/user_avatars/${service.realm.realmId}/realm`;
    await service.ask(SetRealmImage, { actor: administrator(), kind: 'icon', token: 'a1' });
    await service.ask(SetRealmImage, { actor: administrator(), kind: 'logo', token: 'b2' });
    await service.ask(SetRealmImage, { actor: administrator(), kind: 'night_logo', token: 'c3' });

    const changed = {
      iconUrl: `${path}/icon/a1.png?version=2`,
      logoUrl: `${path}/logo/b2.png?version=2`,
      nightLogoUrl: `${path}/night_logo/c3.png?version=2`,
    };
    expect(await urls()).toEqual(changed);
    expect(await changes()).toEqual([
      { property: 'icon', data: { iconUrl: changed.iconUrl, iconSource: 'U' } },
      { property: 'logo', data: { logoUrl: changed.logoUrl, logoSource: 'U' } },
      { property: 'night_logo', data: { nightLogoUrl: changed.nightLogoUrl, nightLogoSource: 'U' } },
    ]);
    expect((await service.call(getServerSettings, null, {})).realm_icon).toBe(changed.iconUrl);
    const { state } = await service.ask(GetRealmRegisterState, {
      ...{ actor: administrator(), fetchEventTypes: ['realm'], capabilities: ALL_CAPABILITIES },
      ...{ clientExtavatar: true, includeSubscribers: false, slimPresence: false },
    });
    expect(state).toMatchObject({ realm_icon_url: changed.iconUrl, realm_icon_source: 'U' });
  });

  it('return to those of the server, and a repetition changes nothing', async () => {
    const generated = expect.stringMatching(/d=identicon&version=3$/);
    for (let n = 0; n < 2; n++) {
      expect(await service.call(deleteRealmIcon, administrator(), {})).toEqual({ icon_url: generated });
      await service.call(deleteRealmLogo, administrator(), { night: true });
    }

    expect((await changes()).slice(3)).toEqual([
      { property: 'icon', data: { iconUrl: generated, iconSource: 'G' } },
      {
        property: 'night_logo',
        data: { nightLogoUrl: '/static/images/logo-night.svg?version=3', nightLogoSource: 'D' },
      },
    ]);
    expect((await urls()).logoUrl).toContain('/realm/logo/b2.png');
  });

  it('are not changed by a member', async () => {
    const member = service.actor(Role.Moderator);
    const set = service.ask(SetRealmImage, { actor: member, kind: 'icon', token: 'd4' });

    expect(await service.refusal(set)).toBe('Must be an organization administrator');
    for (const attempt of [
      service.call(deleteRealmIcon, member, {}),
      service.call(deleteRealmLogo, member, { night: false }),
    ]) {
      expect(await service.refusal(attempt)).toBe('Must be an organization administrator');
    }
    expect(await changes()).toHaveLength(5);
  });
});
