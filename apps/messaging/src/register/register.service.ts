import type { GetMessagingRegisterState, RegisterFields } from '@chat/contracts';
import { Database } from '@chat/persistence';
import type { JsonText } from '@chat/redis-rpc';
import { registerStateText } from '@chat/register-state';
import { Inject, Injectable } from '@nestjs/common';
import { RealmProjections } from '../projections/realm-projections.js';
import { CachedStreams } from './cached-streams.js';
import { CachedSubscribers } from './cached-subscribers.js';
import { readUserTopics } from './read-user-topics.js';
import { REGISTER_PARTS, type RegisterPart } from './register-part.js';
import { type RegisterStreams, readRegisterStreams } from './register-streams.js';

/** This service's part of POST /register: all of it from one snapshot. */
@Injectable()
export class RegisterService {
  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
    private readonly subscribers: CachedSubscribers,
    private readonly streams: CachedStreams,
    @Inject(REGISTER_PARTS) private readonly parts: readonly RegisterPart[],
  ) {}

  /** Stamped register fields, as text. */
  async stateOf(request: GetMessagingRegisterState, realmId: number): Promise<JsonText> {
    const users = await this.projections.users(realmId);
    const { actor, knownBlocks, withSubscribedStreamIds = false } = request;
    const { sequence, state } = await this.database.snapshot(realmId, async (tx) => {
      const streams = once(() => readRegisterStreams(tx, realmId, actor, this.streams));
      const userTopics = once(() => (actor ? readUserTopics(tx, actor.userId) : Promise.resolve([])));
      // All at once: their statements go out together and are answered in one round trip or two.
      const context = { request, realmId, users, streams, userTopics, subscribers: this.subscribers };
      const [fields, subscribed] = await Promise.all([
        Promise.all(this.parts.map((part) => part(tx, context))),
        withSubscribedStreamIds ? streams().then(subscribedIds) : undefined,
      ]);
      return { fields: Object.assign({}, ...fields) as RegisterFields, subscribed };
    });
    return registerStateText(sequence, state.fields, knownBlocks, state.subscribed);
  }
}

/** What the fan-out must know of the reader (`FanoutState`), as of this snapshot. */
const subscribedIds = ({ realm, own }: RegisterStreams): number[] =>
  [...own].filter(([streamId, { isActive }]) => isActive && realm.byId.has(streamId)).map(([streamId]) => streamId);

function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}
