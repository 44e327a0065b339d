import {
  type Account,
  badRequest,
  MAX_DIRECT_PARTICIPANTS,
  type MessageRecipient,
  mayReadStream,
  maySeeStream,
  type Principal,
  PrivateMessagePolicy,
  type RealmRecord,
  type StreamRecord,
  streamIdDoesNotExist,
  streamNameDoesNotExist,
} from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { Access } from '../../access/access.js';
import { checkedStreamName } from '../../names/check-text.js';
import type { RealmState } from '../../projections/realm-projections.js';
import type { RealmUsers } from '../../projections/realm-users.js';
import { StreamsProjection } from '../../stream-records/streams.projection.js';
import type { StreamPlace } from './addressee.js';
import { DirectRecipients } from './direct-recipients.js';
import { refusalOfPostPolicy } from './post-policy.js';

/** Clients send this for a message without a topic. */
const NO_TOPIC = '(no topic)';

/** A checked recipient, with the stream of a stream message. */
export interface CheckedRecipient {
  readonly recipient: MessageRecipient;
  readonly stream: StreamRecord | null;
}

/** Finds out whom a message goes to, and refuses those that its sender may not write to. */
@Injectable()
export class CheckRecipient {
  constructor(
    private readonly access: Access,
    private readonly streams: StreamsProjection,
    private readonly directRecipients: DirectRecipients,
  ) {}

  /** A stream and a topic. No query for members writing to public streams; else one. */
  async stream(
    sender: Principal,
    { address, topic }: StreamPlace,
    { realm, users }: RealmState,
  ): Promise<CheckedRecipient & { readonly stream: StreamRecord }> {
    const streams = await this.streams.of(sender.realmId);
    const stream = 'id' in address ? streams.get(address.id) : streams.getByName(checkedStreamName(address.name));
    const missing = () =>
      'id' in address ? streamIdDoesNotExist(address.id) : streamNameDoesNotExist(address.name.trim());
    if (!stream) throw missing();
    await this.checkMayPost(sender, stream, realm, users, missing);
    if (realm.mandatoryTopics && topic === NO_TOPIC) throw badRequest('Topics are required in this organization');
    const { recipientId, streamId, name } = stream;
    return { stream, recipient: { kind: 'stream', recipientId, streamId, streamName: name, topic } };
  }

  /** People. One query, none for a conversation that this process knows. */
  async people(sender: Principal, others: readonly Account[], { realm }: RealmState): Promise<CheckedRecipient> {
    if (realm.privateMessagePolicy === PrivateMessagePolicy.Disabled && !isWithBot(sender, others)) {
      throw badRequest('Direct messages are disabled in this organization.');
    }
    const inactive = others.find((user) => !user.isActive);
    if (inactive) throw badRequest(`'${inactive.email}' is no longer using this service.`);
    const participants = new Map(
      others.map((user) => [user.userId, { id: user.userId, email: user.email, fullName: user.fullName }]),
    );
    participants.set(sender.userId, { id: sender.userId, email: sender.email, fullName: sender.fullName });
    if (participants.size > MAX_DIRECT_PARTICIPANTS) {
      throw badRequest(`Too many recipients (limit: ${MAX_DIRECT_PARTICIPANTS})`);
    }
    const ids = [...participants.keys()].sort((a, b) => a - b);
    const recipientId = await this.directRecipients.resolve(sender.realmId, ids);
    return {
      stream: null,
      recipient: {
        kind: 'direct',
        recipientId,
        participants: ids.map((id) => participants.get(id) as { id: number; email: string; fullName: string }),
      },
    };
  }

  private async checkMayPost(
    sender: Principal,
    stream: StreamRecord,
    realm: RealmRecord,
    users: RealmUsers,
    missing: () => Error,
  ): Promise<void> {
    const owner = sender.botOwnerId ? users.get(sender.botOwnerId) : undefined;
    const mayWrite = mayReadStream(sender, stream, false) || (await this.isSubscribed(sender, owner, stream));
    if (!mayWrite) {
      throw maySeeStream(sender, stream, false)
        ? badRequest(`Not authorized to send to stream '${stream.name}'`)
        : missing();
    }
    const now = Date.now() / 1000;
    const days = realm.waitingPeriodThreshold;
    const refusal = refusalOfPostPolicy(stream.postPolicy, sender, days, now);
    // A bot may write where its owner may.
    if (refusal && (!owner || refusalOfPostPolicy(stream.postPolicy, owner, days, now))) throw refusal;
  }

  private async isSubscribed(
    sender: Principal,
    owner: Account | undefined,
    { streamId }: StreamRecord,
  ): Promise<boolean> {
    if (await this.access.isSubscribed(streamId, sender.userId)) return true;
    return owner !== undefined && this.access.isSubscribed(streamId, owner.userId);
  }
}

/** With direct messages turned off, people and bots may still write to each other. */
const isWithBot = (sender: Principal, others: readonly Account[]): boolean =>
  sender.isBot || (others.length === 1 && others[0]?.isBot === true);
