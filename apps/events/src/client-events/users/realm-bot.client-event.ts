import { avatarUrl, botOnWire, seesBotKey } from '@chat/auth';
import {
  BotChanged,
  type BotChangedPayload,
  BotsInViewChanged,
  type BotsInViewChangedPayload,
  type BotWithKey,
  type DirectoryUser,
} from '@chat/contracts';
import { API_KEY_PURPOSE, TextSeal } from '@chat/service-kit';
import type { ClientEvent, ClientEventMapping, Reader } from '../../fan-out/client-event-mapping.js';

/*
 * `realm_bot`, to the bot's owner and to administrators. Source: reference shapes; who gets what form, from the public
 * behaviour of the reference server.
 */

const botEvent = (op: string, bot: object): ClientEvent => ({ type: 'realm_bot', op, bot });

let seal: TextSeal | undefined;
/** A key that was sealed under a secret of before is nobody's any more; what else the event tells is true all the same. */
function keyOf({ sealedApiKey }: BotWithKey): string {
  seal ??= new TextSeal(API_KEY_PURPOSE);
  return seal.openOrEmpty(Buffer.from(sealedApiKey, 'base64'));
}

const added = (bot: BotWithKey, reader: Reader): ClientEvent =>
  botEvent('add', botOnWire(bot.user, reader, keyOf(bot)));

export const botChangedMapping: ClientEventMapping<BotChangedPayload> = {
  source: BotChanged,
  audience: ({ user, previous }) => ({
    kind: 'readers',
    test: (reader) => seesBotKey(reader, user.botOwnerId) || reader.userId === previous?.botOwnerId,
  }),
  forClient: (payload, reader) => {
    const { user, previous } = payload;
    if (previous === null) return [added(payload, reader)];
    const ownerBefore = previous.botOwnerId === undefined ? user.botOwnerId : previous.botOwnerId;
    if (!seesBotKey(reader, user.botOwnerId)) return [botEvent('delete', { user_id: user.userId })];
    if (!seesBotKey(reader, ownerBefore) || previous.isActive === false) return [added(payload, reader)];
    return changes(payload, previous, reader);
  },
};

/** One event per property: that is what clients of the reference server were written for. */
function changes(payload: BotChangedPayload, previous: Partial<DirectoryUser>, reader: Reader): ClientEvent[] {
  const { user, isKeyNew } = payload;
  const update = (change: object): ClientEvent => botEvent('update', { user_id: user.userId, ...change });
  const events: ClientEvent[] = [];
  if (previous.fullName !== undefined) events.push(update({ full_name: user.fullName }));
  if (isKeyNew) events.push(update({ api_key: keyOf(payload) }));
  const avatar = avatarUrl(reader, user);
  if (avatar !== avatarUrl(reader, { ...user, ...previous })) events.push(update({ avatar_url: avatar }));
  if (previous.botOwnerId !== undefined) events.push(update({ owner_id: user.botOwnerId }));
  if (previous.isActive === true) {
    events.push(botEvent('remove', { user_id: user.userId, full_name: user.fullName }));
  }
  return events;
}

export const botsInViewChangedMapping: ClientEventMapping<BotsInViewChangedPayload> = {
  source: BotsInViewChanged,
  audience: ({ userId }) => ({ kind: 'users', userIds: [userId] }),
  forClient: ({ isInView, bots }, reader) =>
    bots.map((bot) => (isInView ? added(bot, reader) : botEvent('delete', { user_id: bot.user.userId }))),
};
