import { type BotDefaults, FindStreamsByName, FindVisibleStreams, type NamedId, type Principal } from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import { Database } from '@chat/persistence';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { changeAccount } from '../account-changes/change-account.js';
import { type AccountRow, botDefaultsOf } from '../accounts/account.entity.js';
import { lockAccount } from '../accounts/find-account.js';
import { Realms } from '../realm/realms.js';
import { findBotsByStream, lockBotStreams } from './bots.repository.js';

/** Streams by name; undefined does not change the default, an empty text removes it. */
export interface NamedDefaults {
  readonly defaultSendingStream?: string | undefined;
  readonly defaultEventsRegisterStream?: string | undefined;
  readonly defaultAllPublicStreams?: boolean | undefined;
}

type Ask = Pick<RequestContext, 'requestId' | 'asOf'>;

/** The default streams of bots. Messaging knows their names, and the users that see them. */
@Injectable()
export class BotStreams {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly client: RedisTransportClient,
    private readonly reader: LogReader,
  ) {}

  /** Throws "Invalid stream name '…'" for a stream that the actor does not see, or that no viewer sees. */
  async find(actor: Principal, viewerIds: readonly number[], given: NamedDefaults, { requestId, asOf }: Ask) {
    const wanted = [given.defaultSendingStream, given.defaultEventsRegisterStream];
    const names = wanted.flatMap((name) => (name?.trim() ? [name.trim()] : []));
    const context = { realmId: actor.realmId, requestId, asOf };
    const { streams } = names.length
      ? await this.client.request(FindStreamsByName, { actor, viewerIds, names }, context)
      : { streams: [] };
    const [sendingStream, eventsRegisterStream] = wanted.map((name) => {
      if (name === undefined) return undefined;
      return name.trim() === '' ? null : (streams[names.indexOf(name.trim())] ?? null);
    });
    return { sendingStream, eventsRegisterStream, allPublicStreams: given.defaultAllPublicStreams };
  }

  /**
   * The streams of `defaults` that one of the viewers sees now. To store them, call it behind `lockBotStreams`: the refresh of a later
   * change then finds the bot.
   */
  async visible(realmId: number, viewerIds: readonly number[], defaults: BotDefaults, requestId: string) {
    const streamIds = streamIdsOf(defaults);
    if (streamIds.length === 0) return defaults;
    const context = { realmId, requestId, asOf: await this.reader.tail(realmId) };
    const { streams } = await this.client.request(FindVisibleStreams, { realmId, viewerIds, streamIds }, context);
    const today = (stream: NamedId | null) => streams.find(({ id }) => id === stream?.id) ?? null;
    const { sendingStream, eventsRegisterStream } = defaults;
    return {
      ...defaults,
      sendingStream: today(sendingStream),
      eventsRegisterStream: today(eventsRegisterStream),
    };
  }

  /** Gives the default streams of the realm's bots among these streams their names of today, and removes those that are out of sight. */
  async refresh(realmId: number, streamIds: readonly number[], requestId: string): Promise<void> {
    const { botDomain } = await this.realms.get(realmId);
    const bots = await this.database.transaction(async (tx) => {
      await lockBotStreams(tx, realmId, 'exclusive');
      return findBotsByStream(tx, realmId, streamIds);
    });
    for (const { userId } of bots) {
      await this.database.transaction(async (tx) => {
        const bot = await lockAccount(tx, realmId, userId);
        const before = botDefaultsOf(bot);
        // Behind the lock: the last of several callers stores the latest names.
        const visible = await this.visible(realmId, viewersOf(bot), before, requestId);
        if (JSON.stringify(before) === JSON.stringify(botDefaultsOf({ botDefaults: visible }))) return;
        await changeAccount(tx, bot, { botDefaults: visible }, { actorId: null, botDomain });
      });
    }
  }
}

/** The defaults after a change; an undefined part of `given` does not change. */
export const withNewDefaults = (before: BotDefaults, given: NewDefaults): BotDefaults => ({
  sendingStream: given.sendingStream === undefined ? before.sendingStream : given.sendingStream,
  eventsRegisterStream:
    given.eventsRegisterStream === undefined ? before.eventsRegisterStream : given.eventsRegisterStream,
  allPublicStreams: given.allPublicStreams ?? before.allPublicStreams,
});

type NewDefaults = Awaited<ReturnType<BotStreams['find']>>;

/** A bot knows the streams that it sees, or its owner. */
export const viewersOf = ({ userId, botOwnerId }: Pick<AccountRow, 'userId' | 'botOwnerId'>): number[] =>
  botOwnerId === null ? [userId] : [userId, botOwnerId];

const streamIdsOf = ({ sendingStream, eventsRegisterStream }: BotDefaults): number[] => [
  ...new Set([sendingStream, eventsRegisterStream].flatMap((stream) => stream?.id ?? [])),
];
