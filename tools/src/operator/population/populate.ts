import {
  CreateStreamsAsOperator,
  CreateUsersAsOperator,
  InsertMessagesAsOperator,
  MAX_ACCOUNTS_PER_REQUEST,
  MAX_OPERATOR_MESSAGES,
  type MessageToInsert,
} from '@chat/contracts';
import type { Operator } from '../operator.js';
import { type MessagePlan, personName, plannedMessages, type Random, seededRandom } from './plan-messages.js';
import { plannedStreams, requestsOf } from './plan-streams.js';

export interface Population {
  readonly realmId: number;
  /** Begins the names of streams and the addresses of users. */
  readonly prefix: string;
  readonly password: string | undefined;
  readonly users: number;
  readonly streams: number;
  readonly subscriptionsPerUser: number;
  readonly topicsPerStream: number;
  readonly messages: number;
  /** How far back the messages go. */
  readonly days: number;
  readonly seed: number;
  readonly nowSeconds: number;
}

export type Progress = (what: 'users' | 'streams' | 'messages', done: number, total: number) => void;

const SECONDS_PER_DAY = 86_400;
const DIRECT_SHARE = 0.1;
/** Insertions under way at once: while one is stored, the next is rendered. More would only wait for the realm's lock. */
const PARALLEL_INSERTIONS = 2;

/**
 * Creates the users, streams, subscriptions and messages of a load test. Rejects at the first error; created objects
 * stay.
 */
export async function populate(operator: Operator, population: Population, progress: Progress): Promise<void> {
  const random = seededRandom(population.seed);
  const userIds = await makeUsers(operator, population, random, progress);
  const streams = await makeStreams(operator, population, userIds, random, progress);
  const plan: MessagePlan = {
    count: population.messages,
    userIds,
    streams,
    topicsPerStream: population.topicsPerStream,
    directShare: DIRECT_SHARE,
    fromSeconds: population.nowSeconds - population.days * SECONDS_PER_DAY,
    toSeconds: population.nowSeconds,
  };
  await makeMessages(operator, population, plannedMessages(plan, random), progress);
}

async function makeUsers(
  operator: Operator,
  { realmId, prefix, password, users }: Population,
  random: Random,
  progress: Progress,
): Promise<number[]> {
  const userIds: number[] = [];
  while (userIds.length < users) {
    const first = userIds.length;
    const batch = Array.from({ length: Math.min(MAX_ACCOUNTS_PER_REQUEST, users - first) }, (_, index) => ({
      email: `${prefix}-${first + index}@example.com`,
      fullName: personName(random, first + index),
    }));
    const made = await operator.request(CreateUsersAsOperator, { realmId, users: batch, password }, realmId);
    userIds.push(...made.map(({ userId }) => userId));
    progress('users', userIds.length, users);
  }
  return userIds;
}

async function makeStreams(
  operator: Operator,
  { realmId, prefix, streams: count, subscriptionsPerUser }: Population,
  userIds: readonly number[],
  random: Random,
  progress: Progress,
): Promise<MessagePlan['streams']> {
  const planned = plannedStreams({ prefix, count, userIds, subscriptionsPerUser }, random);
  const streamIds = new Map<number, number>();
  for (const parts of requestsOf(planned)) {
    const streams = parts.map(({ stream }) => stream);
    const made = await operator.request(CreateStreamsAsOperator, { realmId, streams }, realmId);
    for (const [place, { index }] of parts.entries()) streamIds.set(index, made.streamIds[place] as number);
    progress('streams', streamIds.size, count);
  }
  return planned.map(({ subscriberIds }, index) => ({ streamId: streamIds.get(index) as number, subscriberIds }));
}

async function makeMessages(
  operator: Operator,
  { realmId, messages: total }: Population,
  planned: Generator<MessageToInsert>,
  progress: Progress,
): Promise<void> {
  let done = 0;
  const insertUntilDone = async (): Promise<void> => {
    for (;;) {
      const messages = take(planned, MAX_OPERATOR_MESSAGES);
      if (messages.length === 0) return;
      await operator.request(InsertMessagesAsOperator, { realmId, messages, tellClients: false }, realmId);
      done += messages.length;
      progress('messages', done, total);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_INSERTIONS }, insertUntilDone));
}

function take<Item>(items: Generator<Item>, count: number): Item[] {
  const taken: Item[] = [];
  while (taken.length < count) {
    const next = items.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}
