import type { WireEvent } from '@chat/chat-client';
import { accountMessages, type ExpectedMessage, type QueueFault } from '../support/ledger.js';
import type { QueueRecord } from './follower.js';

/** Topic of the messages that count; joining a stream causes others. */
export const WORK_TOPIC = 'work';

/** A change of a status, as its client remembers it. */
export interface RecordedStatus {
  readonly number: number;
  readonly startedAtMs: number;
  isAcknowledged: boolean;
  /** Whether the response was a 503 with the outcome `not_started`. */
  isNotStarted?: boolean;
}

/** The writes of one user, and the queues of its client; the last one is the present one. */
export interface WorkRecord {
  readonly userId: number;
  readonly acknowledged: readonly ExpectedMessage[];
  readonly statuses: readonly RecordedStatus[];
  readonly queues: readonly QueueRecord[];
  /** Failed writes, as `POST /typing: 503 {…}` or `503 {…}`. */
  readonly failedWrites: readonly string[];
  /** Failed registrations and polls. */
  readonly failedReads: readonly string[];
}

/** Findings about all users after a failure. The sentences explain the numbers. */
export interface Account {
  readonly missing: number;
  readonly repeated: number;
  readonly outOfOrder: number;
  /** Messages in a present queue that PostgreSQL does not have. */
  readonly ghosts: number;
  readonly idsGivenTwice: number;
  /** Acknowledged messages that PostgreSQL does not have. */
  readonly lostMessages: number;
  readonly endedQueues: number;
  /** Responses 503 to writes without an outcome, or with the outcome `not_started` though the write was done. */
  readonly untrueOutcomes: number;
  /** Responses by status: 400, 500, 503. */
  readonly errors: Readonly<Record<number, number>>;
  readonly sentences: readonly string[];
}

type Kind = QueueFault['kind'] | 'ghost' | 'untrue outcome';
type Finding = { readonly kind: Kind; readonly sentence: string };

/** Compares events of all queues with the stored messages and the acknowledged changes. `sinceMs`: earlier statuses may be lost. */
export function accountWork(records: readonly WorkRecord[], stored: readonly ExpectedMessage[], sinceMs = 0): Account {
  const queues = records.flatMap((record) => record.queues);
  const findings = [
    ...queues.flatMap((queue) => ordersOf(queue, records)),
    ...records.flatMap((record) => contentsOf(record.queues.at(-1) as QueueRecord, records, stored, sinceMs)),
    ...idsGivenTwice(records, stored),
    ...untrueOutcomes(records),
  ];
  const count = (kind: Kind) => findings.filter((finding) => finding.kind === kind).length;
  const storedIds = new Set(stored.map(({ messageId }) => messageId));
  const acknowledged = records.flatMap((record) => record.acknowledged);
  return {
    missing: count('missing'),
    repeated: count('repeated'),
    outOfOrder: count('out of order'),
    ghosts: count('ghost'),
    idsGivenTwice: count('id given twice'),
    lostMessages: acknowledged.filter(({ messageId }) => !storedIds.has(messageId)).length,
    endedQueues: queues.length - records.length,
    untrueOutcomes: count('untrue outcome'),
    errors: errorsOf(records.flatMap(({ failedWrites, failedReads }) => [...failedWrites, ...failedReads])),
    sentences: findings.map(({ kind, sentence }) => `${kind}: ${sentence}`),
  };
}

/** Promises that hold for a queue as long as it lives: order, and no repeats. */
function ordersOf(queue: QueueRecord, records: readonly WorkRecord[]): Finding[] {
  const inMessages = accountMessages([], messagesIn(queue));
  const inOthers = records.flatMap(({ userId, statuses }) => [
    ...orderOf(`status of ${userId}`, statusesIn(queue, userId), unknownAmong(statuses)),
    ...orderOf(`typing of ${userId}`, typingIn(queue, userId)),
  ]);
  return [...queue.faults, ...inMessages, ...inOthers].map(({ kind, sentence }) => ({
    kind,
    sentence: `${queue.queueId}: ${sentence}`,
  }));
}

/** A present queue has all messages and statuses since its registration, and no message that does not exist. */
function contentsOf(
  queue: QueueRecord,
  records: readonly WorkRecord[],
  stored: readonly ExpectedMessage[],
  sinceMs: number,
): Finding[] {
  const inName = (finding: Finding): Finding => ({ ...finding, sentence: `${queue.queueId}: ${finding.sentence}` });
  const newer = stored.filter(({ messageId }) => messageId > queue.newestMessageId);
  const messages = messagesIn(queue);
  const storedIds = new Set(stored.map(({ messageId }) => messageId));
  const ghosts = messages.filter(({ id }) => !storedIds.has(id));
  const from = Math.max(sinceMs, queue.registeredAtMs);
  return [
    ...accountMessages(newer, messages).filter(({ kind }) => kind === 'missing'),
    ...ghosts.map(({ id }): Finding => ({ kind: 'ghost', sentence: `message ${id} does not exist.` })),
    ...records.flatMap(({ userId, statuses }) => missingStatuses(queue, userId, statuses, from)),
  ].map(inName);
}

function missingStatuses(
  queue: QueueRecord,
  userId: number,
  statuses: readonly RecordedStatus[],
  fromMs: number,
): Finding[] {
  const arrived = new Set(statusesIn(queue, userId));
  return statuses
    .filter(({ isAcknowledged, startedAtMs }) => isAcknowledged && startedAtMs > fromMs)
    .filter(({ number }) => !arrived.has(number))
    .map(({ number }) => ({ kind: 'missing', sentence: `status ${number} of ${userId} never came.` }));
}

/** Statuses with an unknown outcome: their requests may be executed after later ones. */
const unknownAmong = (statuses: readonly RecordedStatus[]): Set<number> =>
  new Set(statuses.filter((each) => !each.isAcknowledged && !each.isNotStarted).map(({ number }) => number));

/** A number of `mayBeLate` may come after greater ones, but not twice. */
function orderOf(name: string, numbers: readonly number[], mayBeLate: ReadonlySet<number> = new Set()): Finding[] {
  const seen = new Set<number>();
  let last = -1;
  return numbers.flatMap((number): Finding[] => {
    const isRepeated = seen.has(number);
    const isLate = number < last && !mayBeLate.has(number);
    seen.add(number);
    const sentence = `${name}: ${number} came after ${last}.`;
    if (isLate || number > last) last = number;
    if (isRepeated) return [{ kind: 'repeated', sentence }];
    return isLate ? [{ kind: 'out of order', sentence }] : [];
  });
}

/** A status is not sent again, so one that arrives was done by the request that failed. */
function untrueOutcomes(records: readonly WorkRecord[]): Finding[] {
  const queues = records.flatMap((record) => record.queues);
  const untrue = (sentence: string): Finding => ({ kind: 'untrue outcome', sentence });
  return records.flatMap(({ userId, statuses, failedWrites }) => {
    const arrived = new Set(queues.flatMap((queue) => statusesIn(queue, userId)));
    return [
      ...failedWrites.filter((failure) => statusOf(failure) === 503 && !OUTCOME.test(failure)).map(untrue),
      ...statuses
        .filter(({ number, isNotStarted }) => isNotStarted && arrived.has(number))
        .map(({ number }) => untrue(`status ${number} of ${userId} arrived, but was not_started.`)),
    ];
  });
}

/** An id of a message, or of an event of one queue, has one meaning for all clients and at all times. */
function idsGivenTwice(records: readonly WorkRecord[], stored: readonly ExpectedMessage[]): Finding[] {
  const meanings = new Map<string, Set<string>>();
  const note = (id: string, meaning: string) => meanings.set(id, (meanings.get(id) ?? new Set()).add(meaning));
  const acknowledged = records.flatMap((record) => record.acknowledged);
  for (const { messageId, content } of [...acknowledged, ...stored]) note(`message ${messageId}`, content);
  for (const queue of records.flatMap(({ queues }) => queues)) {
    for (const { id, content } of messagesIn(queue)) note(`message ${id}`, content);
    for (const event of queue.events) note(`event ${event.id} of ${queue.queueId}`, JSON.stringify(event));
  }
  return [...meanings]
    .filter(([, known]) => known.size > 1)
    .map(([id]) => ({ kind: 'id given twice', sentence: `${id} has two meanings.` }));
}

type Message = { readonly id: number; readonly content: string };

const messagesIn = ({ events }: QueueRecord): Message[] =>
  events
    .filter(({ type }) => type === 'message')
    .map(({ message }) => message as Message & { readonly subject: string })
    .filter(({ subject }) => subject === WORK_TOPIC);

const statusesIn = ({ events }: QueueRecord, userId: number): number[] =>
  events
    .filter(({ type, user_id }) => type === 'user_status' && user_id === userId)
    .map(({ status_text }) => numberIn(status_text));

const typingIn = ({ events }: QueueRecord, userId: number): number[] =>
  events.filter((event) => event.type === 'typing' && senderOf(event) === userId).map(({ topic }) => numberIn(topic));

const senderOf = ({ sender }: WireEvent): unknown => (sender as { user_id?: number } | undefined)?.user_id;
const numberIn = (text: unknown): number => Number(String(text).split(' ').at(-1));

const STATUS = /(?:^|: )(\d{3}) /;
const OUTCOME = /"outcome":"(not_started|unknown)"/;

const statusOf = (failure: string): number => Number(STATUS.exec(failure)?.[1] ?? 0);

function errorsOf(failures: readonly string[]): Record<number, number> {
  const errors: Record<number, number> = { 400: 0, 500: 0, 503: 0 };
  for (const failure of failures) {
    const status = statusOf(failure);
    if (status in errors) errors[status] = (errors[status] as number) + 1;
  }
  return errors;
}
