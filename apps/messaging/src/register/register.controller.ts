import { GetMessagingRegisterState, maySeeStream, type Principal, type RegisterFields } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { type JsonText, RpcContext } from '@chat/redis-rpc';
import { registerStateText } from '@chat/register-state';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { RealmProjections } from '../projections/realm-projections.js';
import { type CachedStream, CachedStreams } from './cached-streams.js';
import { CachedSubscribers } from './cached-subscribers.js';
import { type OwnSubscription, readOwnSubscriptions } from './own-subscriptions.js';
import { REGISTER_PARTS, type RegisterPart, type RegisterStreams, readUserTopics } from './register-part.js';

/** This service's part of POST /register, from one snapshot. */
@Controller()
export class RegisterController {
  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
    private readonly subscribers: CachedSubscribers,
    private readonly streams: CachedStreams,
    @Inject(REGISTER_PARTS) private readonly parts: readonly RegisterPart[],
  ) {}

  @MessagePattern(GetMessagingRegisterState.pattern)
  async getState(@Payload() request: GetMessagingRegisterState, @Ctx() context: RpcContext): Promise<JsonText> {
    const { realmId } = context.request;
    const users = await this.projections.users(realmId);
    const { actor, knownBlocks, withSubscribedStreamIds = false } = request;
    const { sequence, state } = await this.database.snapshot(realmId, async (tx) => {
      const streams = once(() => this.readStreams(tx, realmId, actor));
      const userTopics = once(() => (actor ? readUserTopics(tx, actor.userId) : Promise.resolve([])));
      // All parts at the same time: their statements share one or two round trips.
      const forParts = { request, realmId, users, streams, userTopics, subscribers: this.subscribers };
      const [fields, subscribed] = await Promise.all([
        Promise.all(this.parts.map((part) => part(tx, forParts))),
        withSubscribedStreamIds ? streams().then(subscribedIds) : undefined,
      ]);
      return { fields: Object.assign({}, ...fields) as RegisterFields, subscribed };
    });
    return registerStateText(sequence, state.fields, knownBlocks, state.subscribed);
  }

  private async readStreams(tx: Transaction, realmId: number, actor: Principal | null): Promise<RegisterStreams> {
    const [realm, own] = await Promise.all([
      this.streams.of(tx, realmId),
      actor === null ? new Map<number, OwnSubscription>() : readOwnSubscriptions(tx, actor.userId),
    ]);
    const isVisible = ({ stream }: CachedStream) =>
      maySeeStream(actor, stream, own.get(stream.streamId)?.isActive === true);
    return { realm, own, visible: realm.streams.filter(isVisible) };
  }
}

/** The subscriptions that fan-out needs of the reader, as of this snapshot. */
const subscribedIds = ({ realm, own }: RegisterStreams): number[] =>
  [...own].filter(([streamId, { isActive }]) => isActive && realm.byId.has(streamId)).map(([streamId]) => streamId);

function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}
