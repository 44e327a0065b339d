import { itsUser, type Reader } from '../audience.js';
import { domainEvent, type OpenSealed } from '../domain-event.js';
import { type ClientEvent, ClientEventOf, clientEvent } from '../kit/client-event.js';
import { Id, ListOf, Nested } from '../kit/fields.js';
import { OmitType, PartialType, PickType } from '../kit/mapped-classes.js';
import type { Account } from '../users/account.js';
import { avatarUrl } from '../users/account-for-reader.js';
import { Bot, type BotConfiguration, seesBotKey, shownBot, shownDefaults, shownServices } from './bots.schema.js';

/** The actor's bots, deactivated ones too; administrators get all bots. */
export class BotRegisterFields {
  @ListOf(Bot) realmBots!: readonly Bot[];
}

/** Client event for the owner of the bot and administrators; it carries the API key of the bot. */
@ClientEventOf({ type: 'realm_bot', op: 'add', when: 'A bot was created, or became visible.' })
export class BotAddEvent {
  @Nested(Bot) bot!: Bot;
}

/** The bot in the client event `realm_bot` with op `delete`: only its id. */
export class SelectedBot extends PickType(Bot, ['userId']) {}

/** The changed fields of a bot, with its id. */
export class ChangedBot extends PartialType(OmitType(Bot, ['userId', 'botType', 'isActive'])) {
  @Id() userId!: number;
}
/** Client event for the owner of the bot and administrators; each event has one changed property. */
@ClientEventOf({ type: 'realm_bot', op: 'update', when: 'A bot changed: its id and the changed fields.' })
export class BotUpdateEvent {
  @Nested(ChangedBot) bot!: ChangedBot;
}

/** The bot in the client event `realm_bot` with op `remove`: id and name. */
export class RemovedBot extends PickType(Bot, ['userId', 'fullName']) {}
/** Client event for the owner of the bot and administrators. A reactivation sends a `BotAddEvent`. */
@ClientEventOf({ type: 'realm_bot', op: 'remove', when: 'A bot was deactivated.' })
export class BotRemoveEvent {
  @Nested(RemovedBot) bot!: RemovedBot;
}

/** Client event for a former owner of the bot, or a former administrator. The bot itself may still exist. */
@ClientEventOf({ type: 'realm_bot', op: 'delete', when: 'The user may no longer see a bot.' })
export class BotDeleteEvent {
  @Nested(SelectedBot) bot!: SelectedBot;
}

/** A bot with its API key, sealed because the outbox and the log must not contain it in plain text. */
export class BotWithKey {
  readonly user!: Account;
  /** Base64, sealed for API_KEY_PURPOSE. */
  readonly sealedApiKey!: string;
  /** Null for a bot without one. Absent in events of older replicas, which change none. */
  readonly configuration?: BotConfiguration | null;
}

function added({ user, sealedApiKey, configuration }: BotWithKey, reader: Reader, open: OpenSealed): ClientEvent {
  const secrets = { apiKey: open(sealedApiKey), services: shownServices(user, configuration, open) };
  return clientEvent(BotAddEvent, { bot: shownBot(user, reader, secrets) });
}
const deleted = ({ userId }: Account): ClientEvent => clientEvent(BotDeleteEvent, { bot: { userId } });

/** A bot after the change. Its owner and administrators get it. State event: projections replace the bot. */
export class BotChangedPayload extends BotWithKey {
  readonly userId!: number;
  /** The changed fields with their previous values; null for a new bot. */
  readonly previous!: Partial<Account> | null;
  readonly isKeyNew!: boolean;
  /** Whether the address, the interface or a secret of its service changed. */
  readonly isServiceNew?: boolean;
}

/** A bot was created or changed. */
export const BotChanged = domainEvent('users.bot_changed', {
  payload: BotChangedPayload,
  audience: {
    to: 'the owner of the bot and administrators',
    of: ({ user, previous }) => ({
      kind: 'readers',
      test: (reader) => seesBotKey(reader, user.botOwnerId) || reader.userId === previous?.botOwnerId,
    }),
  },
  clientEvents: [BotAddEvent, BotUpdateEvent, BotRemoveEvent, BotDeleteEvent],
  toClient: (payload, reader, _client, _event, open) => {
    const { user, previous } = payload;
    if (previous === null) return [added(payload, reader, open)];
    const ownerBefore = previous.botOwnerId === undefined ? user.botOwnerId : previous.botOwnerId;
    if (!seesBotKey(reader, user.botOwnerId)) return [deleted(user)];
    if (!seesBotKey(reader, ownerBefore) || previous.isActive === false) return [added(payload, reader, open)];
    return changes(payload, previous, reader, open);
  },
});

/** Clients expect one event per property. */
function changes(
  { user, sealedApiKey, configuration, isKeyNew, isServiceNew }: BotChangedPayload,
  previous: Partial<Account>,
  reader: Reader,
  open: OpenSealed,
): ClientEvent[] {
  const { userId, fullName, email } = user;
  const events: ClientEvent[] = [];
  const update = (change: Omit<ChangedBot, 'userId'>) =>
    events.push(clientEvent(BotUpdateEvent, { bot: { userId, ...change } }));
  if (previous.fullName !== undefined) update({ fullName });
  if (isKeyNew) update({ apiKey: open(sealedApiKey) });
  const avatar = avatarUrl(reader, user);
  if (avatar !== avatarUrl(reader, { ...user, ...previous })) update({ avatarUrl: avatar });
  if (previous.botOwnerId !== undefined) update({ ownerId: user.botOwnerId });
  if (previous.email !== undefined) update({ email });
  for (const change of changedDefaults(user, previous)) update(change);
  if (isServiceNew) update({ services: shownServices(user, configuration, open) });
  if (previous.isActive === true) events.push(clientEvent(BotRemoveEvent, { bot: { userId, fullName } }));
  return events;
}

function changedDefaults(user: Account, { botDefaults }: Partial<Account>): Partial<ChangedBot>[] {
  if (botDefaults === undefined) return [];
  const [before, after] = [shownDefaults({ botDefaults }), shownDefaults(user)];
  const names = Object.keys(after) as (keyof typeof after)[];
  return names.filter((name) => before[name] !== after[name]).map((name) => ({ [name]: after[name] }));
}

class BotsInViewChangedPayload {
  /** The user that became an administrator, or ceased to be one. */
  readonly userId!: number;
  readonly isInView!: boolean;
  /** Bots of other users; at most MAX_BOTS_PER_EVENT. */
  readonly bots!: readonly BotWithKey[];
}

export const MAX_BOTS_PER_EVENT = 100;

/** A new role lets a user see the bots of other users, or hides them. */
export const BotsInViewChanged = domainEvent('users.bots_in_view_changed', {
  payload: BotsInViewChangedPayload,
  audience: itsUser,
  toClient: ({ isInView, bots }, reader, _client, _event, open) =>
    bots.map((bot) => (isInView ? added(bot, reader, open) : deleted(bot.user))),
});
