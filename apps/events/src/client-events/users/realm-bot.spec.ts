import { randomBytes } from 'node:crypto';
import { BotChanged, BotsInViewChanged, type DirectoryUser, type LoggedEvent, Role } from '@chat/contracts';
import { API_KEY_PURPOSE, TextSeal } from '@chat/service-kit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientTraits, Reader } from '../../fan-out/client-event-mapping.js';
import { testReader } from '../../testing/test-reader.js';
import { botChangedMapping, botsInViewChangedMapping } from './realm-bot.client-event.js';

const admin = testReader({ userId: 1, role: Role.Administrator });
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
} as DirectoryUser;
const event = {} as LoggedEvent<never>;
const client = {} as ClientTraits;

let sealedApiKey: string;
beforeAll(() => {
  process.env['SECRET_KEY'] = randomBytes(32).toString('base64');
  sealedApiKey = new TextSeal(API_KEY_PURPOSE).seal('the key').toString('base64');
});

function read(reader: Reader, now: Partial<DirectoryUser>, previous: Partial<DirectoryUser> | null, isKeyNew = false) {
  const payload = { userId: 9, user: { ...bot, ...now }, sealedApiKey, previous, isKeyNew };
  const audience = botChangedMapping.audience(payload, event);
  if (audience.kind !== 'readers' || !audience.test(reader)) return undefined;
  return botChangedMapping.forClient(payload, reader, client, event);
}

describe('realm_bot', () => {
  it('is told to the owner and to administrators alone', () => {
    const added = [{ type: 'realm_bot', op: 'add', bot: { user_id: 9, api_key: 'the key', owner_id: 5 } }];

    expect(read(ana, {}, null)).toMatchObject(added);
    expect(read(admin, {}, null)).toMatchObject(added);
    expect(read(ben, {}, null)).toBeUndefined();
    expect(BotChanged.type).toBe(botChangedMapping.source.type);
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

  it('moves a bot from one owner to another, which administrators see as a change', () => {
    const [now, before] = [{ botOwnerId: ben.userId }, { botOwnerId: ana.userId }];

    expect(read(ana, now, before)).toEqual([{ type: 'realm_bot', op: 'delete', bot: { user_id: 9 } }]);
    expect(read(ben, now, before)).toMatchObject([{ op: 'add', bot: { owner_id: 6 } }]);
    expect(read(admin, now, before)).toEqual([{ type: 'realm_bot', op: 'update', bot: { user_id: 9, owner_id: 6 } }]);
  });

  it('shows new administrators the bots of others, and hides them again', () => {
    const bots = [{ user: bot, sealedApiKey }];
    const read = (isInView: boolean) =>
      botsInViewChangedMapping.forClient({ userId: 1, isInView, bots }, admin, client, event);

    expect(read(true)).toMatchObject([{ op: 'add', bot: { user_id: 9, api_key: 'the key' } }]);
    expect(read(false)).toEqual([{ type: 'realm_bot', op: 'delete', bot: { user_id: 9 } }]);
    expect(botsInViewChangedMapping.audience({ userId: 1, isInView: true, bots }, event)).toEqual({
      kind: 'users',
      userIds: [1],
    });
    expect(BotsInViewChanged.type).toBe(botsInViewChangedMapping.source.type);
  });
});
