import { isFullMember } from '@chat/auth';
import {
  type Addressee,
  type ApiError,
  badRequest,
  isAdministrator,
  isGuest,
  isModerator,
  type MessageRecipient,
  mayReadStream,
  maySeeStream,
  type Principal,
  StreamPostPolicy,
  type StreamRecord,
  streamIdDoesNotExist,
  streamNameDoesNotExist,
} from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { Access } from '../../access/access.js';
import { checkedStreamName, checkedTopic } from '../../names/check-text.js';
import type { RealmState } from '../../projections/realm-projections.js';
import { StreamsProjection } from '../../stream-records/streams.projection.js';

/** Clients send this for a message without a topic. */
const NO_TOPIC = '(no topic)';

export type StreamAddress = { readonly name: string } | { readonly id: number };

/** Stream address and checked topic of a message; the stream need not exist. */
interface StreamPlace {
  readonly address: StreamAddress;
  readonly topic: string;
}

export interface CheckedRecipient {
  readonly recipient: MessageRecipient;
  readonly stream: StreamRecord | null;
}

/** Recipients of messages to streams. */
@Injectable()
export class StreamRecipients {
  constructor(
    private readonly access: Access,
    private readonly streams: StreamsProjection,
  ) {}

  /**
   * A stream and a topic. Refuses a stream that the sender may not write to. No query for a member and a public stream; otherwise one.
   */
  async writableBy(
    sender: Principal,
    { address, topic }: StreamPlace,
    state: RealmState,
    mayWriteToEveryStream = false,
  ) {
    const streams = await this.streams.of(sender.realmId);
    const stream = 'id' in address ? streams.get(address.id) : streams.getByName(checkedStreamName(address.name));
    const missing = () =>
      'id' in address ? streamIdDoesNotExist(address.id) : streamNameDoesNotExist(address.name.trim());
    if (!stream) throw missing();
    if (!mayWriteToEveryStream) await this.requireMayPost(sender, stream, state, missing);
    if (state.realm.mandatoryTopics && topic === NO_TOPIC) throw badRequest('Topics are required in this organization');
    return topicOf(stream, topic);
  }

  private async requireMayPost(
    sender: Principal,
    stream: StreamRecord,
    { realm, users }: RealmState,
    missing: () => Error,
  ): Promise<void> {
    const { streamId, postPolicy } = stream;
    const owner = sender.botOwnerId ? users.get(sender.botOwnerId) : undefined;
    const mayWrite =
      mayReadStream(sender, stream, false) ||
      (await this.access.isSubscribed(streamId, sender.userId)) ||
      (owner !== undefined && (await this.access.isSubscribed(streamId, owner.userId)));
    if (!mayWrite) {
      throw maySeeStream(sender, stream, false)
        ? badRequest(`Not authorized to send to stream '${stream.name}'`)
        : missing();
    }
    const now = Date.now() / 1000;
    const days = realm.waitingPeriodThreshold;
    const refusal = refusalOfPostPolicy(postPolicy, sender, days, now);
    // A bot may write where its owner may.
    if (refusal && (!owner || refusalOfPostPolicy(postPolicy, owner, days, now))) throw refusal;
  }
}

/** The error of a stream's post policy for the writer; undefined if the writer may post. */
export function refusalOfPostPolicy(
  policy: number,
  writer: Pick<Principal, 'role' | 'joinedAtSeconds'>,
  waitingPeriodDays: number,
  nowSeconds: number,
): ApiError | undefined {
  if (isAdministrator(writer.role) || policy === StreamPostPolicy.Everyone) return undefined;
  if (policy === StreamPostPolicy.Administrators) {
    return badRequest('Only organization administrators can send to this stream.');
  }
  if (policy === StreamPostPolicy.Moderators && !isModerator(writer.role)) {
    return badRequest('Only organization administrators and moderators can send to this stream.');
  }
  if (isGuest(writer.role)) return badRequest('Guests cannot send to this stream.');
  if (policy === StreamPostPolicy.FullMembers && !isFullMember(writer, waitingPeriodDays, nowSeconds)) {
    return badRequest('New members cannot send to this stream.');
  }
  return undefined;
}

export const topicOf = (stream: StreamRecord, topic: string) => {
  const { recipientId, streamId, name: streamName } = stream;
  return { stream, recipient: { kind: 'stream', recipientId, streamId, streamName, topic } } as const;
};

export function streamPlace(to: Addressee, topic: string | undefined): StreamPlace {
  const address = streamAddress(to);
  if (topic === undefined) throw badRequest('Missing topic');
  return { address, topic: checkedTopic(topic) };
}

export function streamAddress(to: Addressee): StreamAddress {
  const items = Array.isArray(to) ? to : [to];
  if (items.length !== 1) throw badRequest('Expected exactly one stream');
  const item: unknown = items[0];
  if (typeof item === 'number' && Number.isSafeInteger(item)) return { id: item };
  if (typeof item === 'string') return { name: item };
  throw badRequest('Invalid data type for stream');
}
