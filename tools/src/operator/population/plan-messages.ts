import type { MessageToInsert } from '@chat/contracts';

/** Words for the messages of a population. */
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
 * The messages one by one in the order of their times; all of them are read. Only the last message of each stream is
 * marked as read by all its subscribers, which covers the earlier ones: marking every message would move every
 * subscriber's watermark each time.
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
  return { senderId, to: { streamId: stream.streamId, topic: topicName(skewedIndex(random, topicsPerStream)) } };
}

const FIRST = ['Ana', 'Ben', 'Chloe', 'Deniz', 'Elif', 'Farid', 'Grace', 'Hugo', 'Ines', 'Jonas', 'Kofi', 'Lena'];
const LAST = ['Almeida', 'Berg', 'Costa', 'Diaz', 'Eriksen', 'Fischer', 'Garcia', 'Haddad', 'Ito', 'Jensen', 'Khan'];
const SUBJECTS = ['design', 'release', 'support', 'planning', 'backend', 'mobile', 'sales', 'research', 'operations'];
const WORDS = (
  'the a we they build release page message stream draft number review green slow fast again today tomorrow meeting ' +
  'customer server query index test fix merge deploy wait look good maybe after before with without every last next'
).split(' ');
const MIN_WORDS = 4;
const MORE_WORDS = 24;

export const personName = (random: Random, number: number): string =>
  `${anyOf(random, FIRST)} ${anyOf(random, LAST)} ${number}`;

export const streamName = (prefix: string, number: number): string =>
  `${prefix} ${SUBJECTS[number % SUBJECTS.length]} ${number}`;

export const topicName = (number: number): string => `${SUBJECTS[number % SUBJECTS.length]} #${number}`;

/** A sentence or two; now and then code or a link. */
function messageText(random: Random): string {
  const count = MIN_WORDS + anyIndex(random, MORE_WORDS);
  const words = Array.from({ length: count }, () => anyOf(random, WORDS)).join(' ');
  const extra = random();
  if (extra < 0.05) return `${words}\n\`\`\`js\nconst answer = ${count};\n\`\`\``;
  if (extra < 0.1) return `**${words}**, see https://example.com/${count}`;
  return words;
}

/** A number from 0 up to and without 1. */
export type Random = () => number;

/** The same numbers for the same seed, on every machine (mulberry32): a load test can be repeated. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A place below `count`; the first ones far more often, as people write. */
export const skewedIndex = (random: Random, count: number): number => Math.floor(random() ** 3 * count);

const anyIndex = (random: Random, count: number): number => Math.floor(random() * count);

export const anyOf = <Item>(random: Random, items: readonly Item[]) => items[anyIndex(random, items.length)] as Item;
