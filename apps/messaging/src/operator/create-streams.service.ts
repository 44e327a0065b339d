import {
  badRequest,
  type CreateStreamsAsOperator,
  MAX_OPERATOR_SUBSCRIPTIONS,
  type StreamRecord,
  type StreamToCreate,
} from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { recordDefaultStreams } from '../default-streams/default-streams.repository.js';
import { lockRealm } from '../message-order/realm-lock.js';
import { MessageRenderer } from '../messages/rendering/message-renderer.js';
import { checkedDescription, checkedStreamName } from '../names/check-text.js';
import { RealmProjections, type RealmState } from '../projections/realm-projections.js';
import { readStreamsByKey } from '../stream-records/read-streams.js';
import { insertStream } from '../streams/insert-stream.js';
import { defaultRemovalGroup, newStreamPermissions, retentionDays } from '../streams/stream-properties.js';
import { addSubscriptions } from '../subscriptions/add-subscriptions.js';

/** Makes streams with their subscribers, by nobody's policy. */
@Injectable()
export class CreateStreamsService {
  constructor(
    private readonly database: Database,
    private readonly renderer: MessageRenderer,
    private readonly projections: RealmProjections,
  ) {}

  async create({ realmId, streams }: CreateStreamsAsOperator): Promise<{ streamIds: number[] }> {
    const subscriptions = streams.reduce((sum, stream) => sum + stream.subscriberIds.length, 0);
    if (subscriptions > MAX_OPERATOR_SUBSCRIPTIONS) {
      throw badRequest(`Too many subscriptions (limit: ${MAX_OPERATOR_SUBSCRIPTIONS})`);
    }
    const realmState = await this.projections.state(realmId);
    const rendered = await Promise.all(
      streams.map((stream) => this.renderer.renderDescription(realmId, checkedDescription(stream.description ?? ''))),
    );
    const streamIds = await this.database.transaction(async (tx) => {
      await lockRealm(tx, realmId);
      const made: StreamRecord[] = [];
      for (const [place, stream] of streams.entries()) {
        made.push(await this.findOrMake(tx, realmState, stream, rendered[place] as string));
      }
      const wanted = streams.flatMap(({ subscriberIds }, place) =>
        [...new Set(subscriberIds)].map((userId) => ({ userId, streamId: (made[place] as StreamRecord).streamId })),
      );
      if (wanted.length > 0) await addSubscriptions(tx, realmId, wanted, made, realmState.users);
      await this.makeDefault(
        tx,
        realmId,
        made.filter((_, place) => streams[place]?.isDefault),
      );
      return made.map((stream) => stream.streamId);
    });
    return { streamIds };
  }

  private async findOrMake(
    tx: Transaction,
    { realm, users }: RealmState,
    stream: StreamToCreate,
    renderedDescription: string,
  ): Promise<StreamRecord> {
    const name = checkedStreamName(stream.name);
    const [found] = await readStreamsByKey(tx, realm.realmId, [foldName(name)]);
    if (found) return found;
    return insertStream(tx, realm.realmId, {
      ...newStreamPermissions(stream),
      name,
      description: checkedDescription(stream.description ?? ''),
      renderedDescription,
      postPolicy: stream.postPolicy ?? 1,
      messageRetentionDays: retentionDays(stream.messageRetentionDays ?? 'realm_default'),
      canRemoveSubscribersGroupId: stream.canRemoveSubscribersGroupId ?? defaultRemovalGroup(users),
      creatorId: stream.creatorId ?? null,
      emailDomain: realm.botDomain,
    });
  }

  private async makeDefault(tx: Transaction, realmId: number, streams: readonly StreamRecord[]): Promise<void> {
    if (streams.length === 0) return;
    // One array parameter, however many streams.
    await tx.query(
      'INSERT INTO default_streams (stream_id, realm_id) SELECT unnest($1::bigint[]), $2 ON CONFLICT DO NOTHING',
      [streams.map((stream) => stream.streamId), realmId],
    );
    await recordDefaultStreams(tx, realmId);
  }
}
