import type { ApiClient } from '../support/api-client.js';
import { LiveQueue } from '../support/event-queue.js';
import { account, RecordingSender, waitForArrival } from '../support/ledger.js';
import { LongestGap } from '../support/longest-gap.js';
import { type Organization, TEST_PASSWORD, type TestUser } from '../support/organization.js';
import { RecordedCalls } from '../support/recorded-calls.js';

const SENDERS = 3;
const READERS = 5;
const SAMPLE_EVERY_MS = 10;
const PAUSE_MS = 30;
/** Every message must have arrived everywhere this long after the last send. */
const ARRIVAL_WITHIN_MS = 40_000;

/** Findings of a load, after it has ended and everything has settled. */
export interface LoadReport {
  readonly acknowledged: number;
  /** Requests that were answered with anything but a success, or not at all. Retries may have succeeded. */
  readonly failures: readonly string[];
  /** Promises that were broken; empty when all is well. */
  readonly faults: readonly string[];
  /** The longest time in which no send was acknowledged, and in which the slowest queue got nothing. */
  readonly longestSilenceMs: number;
  readonly longestStillnessMs: number;
}

/** Typical activity of the users of an organization: they send, poll, register, edit and read. */
export class MixedLoad {
  private readonly calls = new RecordedCalls();
  private readonly faults: string[] = [];
  private readonly loops: Promise<void>[] = [];
  private readonly silence = new LongestGap();
  private readonly stillness = new LongestGap();
  private readonly sampling: NodeJS.Timeout;
  private isStopping = false;

  private constructor(
    private readonly name: string,
    private readonly queues: readonly LiveQueue[],
    private readonly senders: readonly RecordingSender[],
    others: readonly TestUser[],
  ) {
    const [registrar, editor, reader] = others.map(({ client }) => client) as [ApiClient, ApiClient, ApiClient];
    this.loops.push(...senders.map((sender) => sender.run('engine', name)));
    this.loops.push(this.register(registrar), this.edit(editor), this.read(reader), this.signIn(others[2] as TestUser));
    this.sampling = setInterval(() => this.sample(), SAMPLE_EVERY_MS);
  }

  /** The members that a load needs, subscribed to where it sends. */
  static members(organization: Organization): Promise<TestUser[]> {
    return organization.addSubscribers('engine', SENDERS + READERS + 3);
  }

  static async start(name: string, members: readonly TestUser[]): Promise<MixedLoad> {
    const readers = members.slice(SENDERS, SENDERS + READERS);
    const queues = await Promise.all(
      readers.map(({ client }) => LiveQueue.register(client, { event_types: ['message', 'update_message'] })),
    );
    const senders = await Promise.all(
      members.slice(0, SENDERS).map(({ client }, n) => RecordingSender.create(client, `${name}-${n}`)),
    );
    return new MixedLoad(name, queues, senders, members.slice(SENDERS + READERS));
  }

  /** How long from now until a send is acknowledged, and has then arrived in every queue. */
  async untilDelivered(): Promise<number> {
    const startedAt = performance.now();
    const acknowledged = () =>
      this.senders.flatMap(({ sends }) =>
        sends.flatMap(({ messageId }) => (messageId === undefined ? [] : [messageId])),
      );
    const before = new Set(acknowledged());
    const next = () => acknowledged().find((id) => !before.has(id));
    const hasArrived = (id: number | undefined) =>
      id !== undefined &&
      this.queues.every((queue) => queue.ofType('message').some(({ message }) => message.id === id));
    while (!hasArrived(next()) && performance.now() - startedAt < ARRIVAL_WITHIN_MS) await pause(SAMPLE_EVERY_MS);
    return Math.round(performance.now() - startedAt);
  }

  async stop(): Promise<LoadReport> {
    this.isStopping = true;
    for (const sender of this.senders) sender.stop();
    await Promise.all(this.loops);
    clearInterval(this.sampling);
    await waitForArrival(this.senders, this.queues, ARRIVAL_WITHIN_MS);
    const { acknowledged, unacknowledged, faults } = account(this.senders, this.queues);
    await Promise.all(this.queues.map((queue) => queue.stop()));
    const sends = this.senders.flatMap((sender) => sender.sends);
    return {
      acknowledged,
      failures: [
        ...this.calls.failures,
        ...sends.flatMap(({ localId, answers }) => answers.slice(0, -1).map((answer) => `${localId}: ${answer}`)),
      ],
      faults: [
        ...this.calls.faults,
        ...this.faults,
        ...faults,
        ...unacknowledged.map(({ localId, answers }) => `${localId} was never acknowledged: ${answers.at(-1)}`),
      ],
      longestSilenceMs: this.silence.ms,
      longestStillnessMs: this.stillness.ms,
    };
  }

  private async register(client: ApiClient): Promise<void> {
    while (!this.isStopping) {
      const answer = await this.calls.ask(client, 'POST', '/register', {
        event_types: ['message', 'realm_user', 'subscription'],
      });
      if (answer?.status === 200) await this.calls.ask(client, 'DELETE', '/events', { queue_id: answer.body.queue_id });
      await pause();
    }
  }

  /** Edits one message repeatedly. The final text is that of the last acknowledged edit or of a later attempt. */
  private async edit(client: ApiClient): Promise<void> {
    const { id } = await client.post('/messages', {
      type: 'stream',
      to: 'engine',
      topic: 'edited',
      content: `${this.name} edit 0`,
    });
    let acknowledged = 0;
    let tried = 0;
    while (!this.isStopping) {
      const answer = await this.calls.ask(client, 'PATCH', `/messages/${id}`, {
        content: `${this.name} edit ${++tried}`,
      });
      if (answer?.status === 200) acknowledged = tried;
      await pause();
    }
    const { message } = await client.get(`/messages/${id}`, { apply_markdown: false });
    const found = Number(String(message.content).split(' ').at(-1));
    if (!(found >= acknowledged))
      this.faults.push(`Edit ${acknowledged} was acknowledged; the message is at ${found}.`);
    const told = this.queues.map((queue) =>
      queue.ofType('update_message').filter(({ message_id }) => message_id === id),
    );
    for (const events of told) {
      const edits = events.map(({ content }) => content);
      if (new Set(edits).size !== edits.length) this.faults.push('An edit came twice.');
    }
  }

  private async read(client: ApiClient): Promise<void> {
    while (!this.isStopping) {
      await this.calls.ask(client, 'GET', '/messages', {
        anchor: 'newest',
        num_before: 20,
        num_after: 0,
        narrow: [['stream', 'engine']],
      });
      await this.calls.ask(client, 'GET', '/users');
      await pause();
    }
  }

  private async signIn({ client, email }: TestUser): Promise<void> {
    while (!this.isStopping) {
      await this.calls.ask(client, 'POST', '/fetch_api_key', { username: email, password: TEST_PASSWORD });
      await pause(500);
    }
  }

  private sample(): void {
    const sends = this.senders.map((sender) => sender.sends.filter(({ messageId }) => messageId !== undefined).length);
    this.silence.see(sends.reduce((sum, count) => sum + count, 0));
    this.stillness.see(Math.min(...this.queues.map((queue) => queue.events.length)));
  }
}

const pause = (ms = PAUSE_MS): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
