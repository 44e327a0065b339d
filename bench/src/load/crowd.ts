import type { ApiUser } from './api-user.js';
import { sleep } from './closed-loop.js';
import { HttpConnection } from './http-connection.js';
import type { MarkedMessages } from './marked-messages.js';

/** Registrations on their way at once. */
const PARALLEL = 32;
/** Polls begun in one go. */
const STARTED_AT_ONCE = 250;
const PAUSE_MS = 100;
/** Until the last polls wait. */
const SETTLE_MS = 300;

/** Options of the crowd's queues: message events, and no state. */
const REGISTRATION = { event_types: '["message"]', fetch_event_types: '[]', apply_markdown: true } as const;

/** Registers a queue for each user; resolves with their ids in the order of the users. */
export async function registerQueues(users: readonly ApiUser[]): Promise<string[]> {
  const queueIds: string[] = [];
  await askEach(
    users,
    (user) => user.post('/register', REGISTRATION),
    (body, index) => {
      queueIds[index] = JSON.parse(body.toString()).queue_id;
    },
  );
  return queueIds;
}

/** Ends queues, so that they cost nothing any more. */
export async function deleteQueues(users: readonly ApiUser[], queueIds: readonly string[]): Promise<void> {
  await askEach(users, (user, index) => user.delete('/events', { queue_id: queueIds[index] as string }));
}

/** One request of each user, some at a time; throws at the first refusal. */
async function askEach(
  users: readonly ApiUser[],
  request: (user: ApiUser, index: number) => Buffer,
  onAnswer: (body: Buffer, index: number) => void = () => {},
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    const connection = new HttpConnection((users[0] as ApiUser).port);
    for (let index = next++; index < users.length; index = next++) {
      const { status, body } = await connection.exchange(request(users[index] as ApiUser, index));
      if (status !== 200) throw new Error(`A request about a queue was answered ${status}: ${body}`);
      onAnswer(body, index);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, users.length) }, work));
}

/** Users with registered queues and waiting polls. */
export class Crowd {
  private constructor(
    private readonly users: readonly ApiUser[],
    private readonly queueIds: readonly string[],
    private readonly receivers: readonly Receiver[],
  ) {}

  static async gather(users: readonly ApiUser[], messages: MarkedMessages): Promise<Crowd> {
    return Crowd.poll(users, await registerQueues(users), messages);
  }

  /** Begins to poll queues that are registered already. */
  static async poll(users: readonly ApiUser[], queueIds: readonly string[], messages: MarkedMessages): Promise<Crowd> {
    const receivers = users.map((user, index) => new Receiver(user, queueIds[index] as string));
    for (const [index, receiver] of receivers.entries()) {
      receiver.start((body) => messages.take(body));
      if (index % STARTED_AT_ONCE === STARTED_AT_ONCE - 1) await sleep(PAUSE_MS);
    }
    await sleep(SETTLE_MS);
    return new Crowd(users, queueIds, receivers);
  }

  /** Polls that were refused or broke off. */
  get failures(): number {
    return this.receivers.reduce((sum, { failures }) => sum + failures, 0);
  }

  /** The queues stay. */
  async stopPolling(): Promise<void> {
    for (const receiver of this.receivers) receiver.stop();
    await sleep(SETTLE_MS);
  }

  /** Stops polling and ends the queues. */
  async disperse(): Promise<void> {
    await this.stopPolling();
    await deleteQueues(this.users, this.queueIds);
  }
}

/** Wait after a refusal: `retry-after`, spread as clients do. */
const RETRY_AFTER_MS = 1_000;

/** An event queue under continuous long polls, as by an app. */
export class Receiver {
  /** Polls that were refused or broke off. */
  failures = 0;
  /** The queue exceeded its limit and is gone; polling has ended. */
  isDropped = false;
  private readonly connection: HttpConnection;
  private isStopped = false;

  constructor(
    private readonly user: ApiUser,
    private readonly queueId: string,
  ) {
    this.connection = new HttpConnection(user.port);
  }

  /** Polls until `stop`. `take` gets the body of every response and returns the id of its last event. */
  start(take: (body: Buffer) => number | undefined): void {
    void this.run(take);
  }

  stop(): void {
    this.isStopped = true;
    this.connection.close();
  }

  private async run(take: (body: Buffer) => number | undefined): Promise<void> {
    let lastEventId = -1;
    while (!this.isStopped && !this.isDropped) {
      const query = { queue_id: this.queueId, last_event_id: lastEventId };
      try {
        const { status, body } = await this.connection.exchange(this.user.get('/events', query));
        this.isDropped = status === 400;
        if (status !== 200) throw new Error(String(status));
        lastEventId = take(body) ?? lastEventId;
      } catch {
        if (this.isStopped) return;
        this.failures++;
        await sleep(RETRY_AFTER_MS * (1 + Math.random()));
      }
    }
  }
}
