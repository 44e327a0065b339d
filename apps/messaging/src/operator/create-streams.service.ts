import {
  badRequest,
  type CreateStreamsAsOperator,
  MAX_OPERATOR_SUBSCRIPTIONS,
  type StreamRecord,
} from '@chat/contracts';
import { Database, lockRealm, type Transaction } from '@chat/persistence';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { addDefaultStreams } from '../default-streams/default-streams.repository.js';
import { checkedDescription, checkedStreamName } from '../names/check-text.js';
import { RealmProjections, type RealmState } from '../projections/realm-projections.js';
import { StreamDescriptions } from '../stream-records/stream-descriptions.js';
import { readStreamsByKey } from '../stream-records/stream-records.repository.js';
import { newStreamProperties } from '../streams/stream-properties.js';
import { insertStream } from '../streams/streams.repository.js';
import { addSubscriptions } from '../subscriptions/add-subscriptions.js';

/** Creates streams with their subscribers for operators: no policy of the realm applies. */
@Injectable()
export class CreateStreamsService {
  constructor(
    private readonly database: Database,
    private readonly descriptions: StreamDescriptions,
    private readonly projections: RealmProjections,
  ) {}

  async create({ realmId, streams }: CreateStreamsAsOperator): Promise<{ streamIds: number[] }> {
    const subscriptions = streams.reduce((sum, stream) => sum + stream.subscriberIds.length, 0);
    if (subscriptions > MAX_OPERATOR_SUBSCRIPTIONS) {
      throw badRequest(`Too many subscriptions (limit: ${MAX_OPERATOR_SUBSCRIPTIONS})`);
    }
    const realmState = await this.projections.state(realmId);
    const rendered = await Promise.all(
      streams.map((stream) => this.descriptions.render(realmId, checkedDescription(stream.description ?? ''))),
    );
    const streamIds = await this.database.transaction(async (tx) => {
      await lockRealm(tx, realmId);
      const created: StreamRecord[] = [];
      for (const [place, stream] of streams.entries()) {
        created.push(await this.findOrCreate(tx, realmState, stream, rendered[place] as string));
      }
      const wanted = streams.flatMap(({ subscriberIds }, place) =>
        [...new Set(subscriberIds)].map((userId) => ({ userId, streamId: (created[place] as StreamRecord).streamId })),
      );
      if (wanted.length > 0) await addSubscriptions(tx, realmId, wanted, created, realmState.users);
      const defaults = created.filter((_, place) => streams[place]?.isDefault);
      if (defaults.length > 0) await addDefaultStreams(tx, realmId, defaults);
      return created.map((stream) => stream.streamId);
    });
    return { streamIds };
  }

  private async findOrCreate(
    tx: Transaction,
    realmState: RealmState,
    stream: CreateStreamsAsOperator['streams'][number],
    renderedDescription: string,
  ): Promise<StreamRecord> {
    const name = checkedStreamName(stream.name);
    const [found] = await readStreamsByKey(tx, realmState.realm.realmId, [foldName(name)]);
    if (found) return found;
    return insertStream(tx, realmState.realm.realmId, {
      ...newStreamProperties(stream, realmState),
      name,
      description: checkedDescription(stream.description ?? ''),
      renderedDescription,
      creatorId: stream.creatorId ?? null,
    });
  }
}
