import type { MessageToInsert } from '@chat/contracts';
import { anyIndex, type Random, skewedIndex } from './random.js';
import { messageText, topicName } from './texts.js';

/** What the messages of a population are made from. */
export interface MessagePlan {
  readonly count: number;
  readonly userIds: readonly number[];
  readonly streams: readonly { readonly streamId: number; readonly subscriberIds: readonly number[] }[];
  readonly topicsPerStream: number;
  /** Of 1. */
  readonly directShare: number;
  /** UTC seconds: the first message is about as old as the first, the last about as old as the second. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/**
 * The messages one by one, in the order of their times; everything is read. The last ones go to one stream each and count as
 * read by everybody, which covers what came before: to say it of every message would move every subscriber's mark each time.
 */
export function* plannedMessages(plan: MessagePlan, random: Random): Generator<MessageToInsert> {
  const { count, streams, fromSeconds, toSeconds } = plan;
  const closingFrom = Math.max(0, count - streams.length);
  for (let number = 0; number < count; number++) {
    const sentAtSeconds = Math.floor(fromSeconds + ((toSeconds - fromSeconds) * number) / count);
    const closed = number < closingFrom ? undefined : streams[number - closingFrom];
    const address =
      closed && closed.subscriberIds.length > 0 ? toStream(plan, closed, random) : addressed(plan, random);
    const isReadByAll = closed !== undefined || 'userIds' in address.to;
    yield { ...address, content: messageText(random), sentAtSeconds, isReadByAll };
  }
}

type Address = Pick<MessageToInsert, 'senderId' | 'to'>;

function addressed(plan: MessagePlan, random: Random): Address {
  const { userIds, streams, directShare } = plan;
  const stream = streams[skewedIndex(random, streams.length)];
  if (stream === undefined || stream.subscriberIds.length === 0 || random() < directShare) {
    const senderId = userIds[anyIndex(random, userIds.length)] as number;
    return { senderId, to: { userIds: [userIds[anyIndex(random, userIds.length)] as number] } };
  }
  return toStream(plan, stream, random);
}

function toStream({ topicsPerStream }: MessagePlan, stream: MessagePlan['streams'][number], random: Random): Address {
  const senderId = stream.subscriberIds[skewedIndex(random, stream.subscriberIds.length)] as number;
  const topic = topicName(skewedIndex(random, topicsPerStream));
  return { senderId, to: { streamId: stream.streamId, topic } };
}
