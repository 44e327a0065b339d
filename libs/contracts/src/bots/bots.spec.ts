import { describe, expect, it } from '@jest/globals';
import type { Reader } from '../audience.js';
import { allClientEventMappings } from '../domain-event.js';
import { Role } from '../roles.js';
import { clientEventsOf } from '../testing/client-events-of.js';
import type { Account } from '../users/account.js';
import { BotChanged, BotsInViewChanged } from './bots.events.js';

const admin = { userId: 1, role: Role.Administrator } as Reader;
const ana: Reader = { ...admin, userId: 5, role: Role.Member };
const ben: Reader = { ...ana, userId: 6 };
const bot = {
  userId: 9,
  email: 'robot@example.com',
  deliveryEmail: 'robot@example.com',
  emailAddressVisibility: 1,
  fullName: 'Robot',
  isActive: true,
  isBot: true,
  botType: 1,
  botOwnerId: ana.userId,
  avatarSource: 'G',
  avatarVersion: 1,
} as Account;

function read(reader: Reader, now: Partial<Account>, previous: Partial<Account> | null, isKeyNew = false) {
  const payload = { userId: 9, user: { ...bot, ...now }, sealedApiKey: 'sealed: the key', previous, isKeyNew };
  return clientEventsOf(BotChanged, payload, reader);
}

describe('realm_bot', () => {
  it('reaches only the owner and administrators', () => {
    const added = [{ type: 'realm_bot', op: 'add', bot: { user_id: 9, api_key: 'the key', owner_id: 5 } }];

    expect(read(ana, {}, null)).toMatchObject(added);
    expect(read(admin, {}, null)).toMatchObject(added);
    expect(read(ben, {}, null)).toBeUndefined();
  });

  it('tells each change by itself', () => {
    expect(read(ana, { fullName: 'R2' }, { fullName: 'Robot' })).toEqual([
      { type: 'realm_bot', op: 'update', bot: { user_id: 9, full_name: 'R2' } },
    ]);
    expect(read(ana, {}, {}, true)).toEqual([
      { type: 'realm_bot', op: 'update', bot: { user_id: 9, api_key: 'the key' } },
    ]);
    expect(read(ana, { avatarSource: 'U', avatarToken: 't', avatarVersion: 2 }, { avatarSource: 'G' })).toMatchObject([
      { op: 'update', bot: { avatar_url: '/user_avatars/9/t.png?version=2' } },
    ]);
    expect(read(ana, { isActive: false }, { isActive: true })).toEqual([
      { type: 'realm_bot', op: 'remove', bot: { user_id: 9, full_name: 'Robot' } },
    ]);
    expect(read(ana, {}, { isActive: false })).toMatchObject([{ op: 'add' }]);
  });

  it('tells each default stream and the service by themselves', () => {
    const stream = { id: 4, name: 'alerts' };
    const now = { botDefaults: { sendingStream: stream, eventsRegisterStream: stream, allPublicStreams: true } };
    const before = { botDefaults: { sendingStream: null, eventsRegisterStream: stream, allPublicStreams: false } };
    const configuration = {
      serviceName: 'r',
      baseUrl: 'https://bot.example',
      interface: 2,
      sealedToken: 'sealed: the token',
      sealedSigningSecret: 'sealed: the secret',
      sealedConfigData: 'sealed: {}',
    } as const;
    const service = {
      base_url: 'https://bot.example',
      interface: 2,
      token: 'the token',
      signing_secret: 'the secret',
    };
    const payload = { userId: 9, user: { ...bot, ...now, botType: 3 }, sealedApiKey: 'sealed: the key', configuration };
    const changed = { ...payload, previous: before, isKeyNew: false, isServiceNew: true };

    expect(clientEventsOf(BotChanged, changed, ana)).toEqual([
      { type: 'realm_bot', op: 'update', bot: { user_id: 9, default_sending_stream: 'alerts' } },
      { type: 'realm_bot', op: 'update', bot: { user_id: 9, default_all_public_streams: true } },
      { type: 'realm_bot', op: 'update', bot: { user_id: 9, services: [service] } },
    ]);
    expect(clientEventsOf(BotChanged, { ...payload, previous: null, isKeyNew: false }, ana)).toMatchObject([
      { op: 'add', bot: { services: [service], default_sending_stream: 'alerts', default_all_public_streams: true } },
    ]);
  });

  it('moves a bot from one owner to another, which administrators see as a change', () => {
    const [now, before] = [{ botOwnerId: ben.userId }, { botOwnerId: ana.userId }];

    expect(read(ana, now, before)).toEqual([{ type: 'realm_bot', op: 'delete', bot: { user_id: 9 } }]);
    expect(read(ben, now, before)).toMatchObject([{ op: 'add', bot: { owner_id: 6 } }]);
    expect(read(admin, now, before)).toEqual([{ type: 'realm_bot', op: 'update', bot: { user_id: 9, owner_id: 6 } }]);
  });

  it('shows new administrators the bots of others, and hides them again', () => {
    const bots = [{ user: bot, sealedApiKey: 'sealed: the key' }];
    const read = (isInView: boolean) => clientEventsOf(BotsInViewChanged, { userId: 1, isInView, bots }, admin);

    expect(read(true)).toMatchObject([{ op: 'add', bot: { user_id: 9, api_key: 'the key' } }]);
    expect(read(false)).toEqual([{ type: 'realm_bot', op: 'delete', bot: { user_id: 9 } }]);
    const mapping = allClientEventMappings().find(({ source }) => source.type === BotsInViewChanged.type);
    expect(mapping?.audience({ userId: 1, isInView: true, bots })).toEqual({
      kind: 'users',
      userIds: [1],
    });
  });
});
