import { LiveQueue } from '../../support/event-queue.js';
import { account, RecordingSender, waitForArrival } from '../../support/ledger.js';
import type { TestUser } from '../../support/organization.js';

export const SUBSCRIBED_STREAM = 'engine';
/** Of each sender before a fault, and between two: so that there is traffic before, during and after it. */
export const ACKNOWLEDGED_BETWEEN = 25;
/** Pause of each sender between two messages after the fault: the traffic must not delay the restart. */
const PAUSE_AFTERWARDS_MS = 20;
/** Senders continue this long after the last fault, so that late and repeated messages become visible. */
const TRAFFIC_MS = 1_500;
const ARRIVAL_WITHIN_MS = 40_000;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until every sender has made progress. */
type Progress = () => Promise<unknown>;

interface Traffic {
  readonly senders: readonly TestUser[];
  readonly readers: readonly TestUser[];
  /** Of each sender between two messages. */
  readonly pauseMs?: number;
}

/**
 * Lets senders write to the stream and readers follow it during `fault` and until `recovery` resolves, waits until everything has settled,
 * and compares sent with received messages.
 */
export async function trafficDuring(
  name: string,
  { senders: sending, readers, pauseMs }: Traffic,
  fault: (progress: Progress) => Promise<void>,
  recovery: () => Promise<void> = async () => {},
) {
  const queues = await Promise.all(
    readers.map(({ client }) => LiveQueue.register(client, { event_types: ['message'] })),
  );
  const { senders, progress, stop } = await startSending(name, sending, pauseMs);

  await progress();
  await fault(progress);
  for (const sender of senders) sender.pauseMs = PAUSE_AFTERWARDS_MS;
  await recovery();
  await pause(TRAFFIC_MS);
  await stop();
  await waitForArrival(senders, queues, ARRIVAL_WITHIN_MS);

  const accounting = account(senders, queues);
  await Promise.all(queues.map((queue) => queue.stop()));
  return accounting;
}

/** Lets each user send one message after the other, until `stop`. */
export async function startSending(name: string, users: readonly TestUser[], pauseMs?: number) {
  const senders = await Promise.all(
    users.map(({ client }, n) => RecordingSender.create(client, `${name}-${n}`, pauseMs)),
  );
  const running = senders.map((sender) => sender.run(SUBSCRIBED_STREAM, name));
  return {
    senders,
    progress: () => Promise.all(senders.map((sender) => sender.acknowledgedMore(ACKNOWLEDGED_BETWEEN))),
    stop: async () => {
      for (const sender of senders) sender.stop();
      await Promise.all(running);
    },
  };
}
