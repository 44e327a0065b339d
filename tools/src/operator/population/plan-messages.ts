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

/** The messages one by one, in the order of their times. */
export function* plannedMessages(plan: MessagePlan, random: Random): Generator<MessageToInsert> {
  const { count, fromSeconds, toSeconds } = plan;
  for (let number = 0; number < count; number++) {
    const sentAtSeconds = Math.floor(fromSeconds + ((toSeconds - fromSeconds) * number) / count);
    yield { ...addressed(plan, random), content: messageText(random), sentAtSeconds, isReadByAll: true };
  }
}

function addressed(plan: MessagePlan, random: Random): Pick<MessageToInsert, 'senderId' | 'to'> {
  const { userIds, streams, topicsPerStream, directShare } = plan;
  const stream = streams[skewedIndex(random, streams.length)];
  if (stream === undefined || stream.subscriberIds.length === 0 || random() < directShare) {
    const senderId = userIds[anyIndex(random, userIds.length)] as number;
    return { senderId, to: { userIds: [userIds[anyIndex(random, userIds.length)] as number] } };
  }
  const senderId = stream.subscriberIds[skewedIndex(random, stream.subscriberIds.length)] as number;
  const topic = topicName(skewedIndex(random, topicsPerStream));
  return { senderId, to: { streamId: stream.streamId, topic } };
}
