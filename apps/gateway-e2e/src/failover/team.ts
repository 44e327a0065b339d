import { eventually } from '@chat/testing';
import { LiveQueue } from '../support/event-queue.js';
import { acknowledgedOf, type ExpectedMessage } from '../support/ledger.js';
import { LongestGap } from '../support/longest-gap.js';
import type { Organization } from '../support/organization.js';
import { WORK_TOPIC, type WorkRecord } from './account.js';
import { Worker } from './worker.js';

const WORKERS = 8;
const STREAM = 'engine';
const SAMPLE_EVERY_MS = 10;
const SERVED_WITHIN_MS = 30_000;
/** A client pauses for up to ten seconds after several failures. */
const SETTLED_WITHIN_MS = 20_000;
const PAGE = 1_000;

/** Users that work while a server fails, and a client that receives no events. */
export class Team {
  private readonly silence = new LongestGap();
  private stopping = new AbortController();
  private working: Promise<unknown> = Promise.resolve();
  private readonly sampling: NodeJS.Timeout;

  private constructor(
    private readonly organization: Organization,
    private readonly workers: readonly Worker[],
    private readonly idle: LiveQueue,
  ) {
    this.resume();
    this.sampling = setInterval(() => this.silence.see(this.acknowledged), SAMPLE_EVERY_MS);
  }

  static async start(organization: Organization): Promise<Team> {
    const members = await organization.addSubscribers(STREAM, WORKERS);
    const { owner } = organization;
    const { stream_id: id } = await owner.client.get('/get_stream_id', { stream: STREAM });
    const workers = await createAll(members.map((member) => Worker.create(member, { name: STREAM, id })));
    return new Team(organization, workers, await LiveQueue.register(owner.client, { event_types: ['realm_filters'] }));
  }

  get records(): WorkRecord[] {
    return this.workers.map(({ record }) => record);
  }

  get isIdleQueueEnded(): boolean {
    return this.idle.violations.length > 0;
  }

  private get acknowledged(): number {
    return this.workers.reduce((sum, { sender }) => sum + acknowledgedOf(sender.sends).length, 0);
  }

  /** Longest time without an acknowledged send. */
  get longestSilenceMs(): number {
    return this.silence.ms;
  }

  /** Resolves when no write is under way. */
  async rest(): Promise<void> {
    this.stopping.abort();
    await this.working;
  }

  /** Works again after a rest. */
  resume(): void {
    this.stopping = new AbortController();
    this.working = Promise.all(this.workers.map((worker) => worker.work(STREAM, this.stopping.signal)));
  }

  /** Time from a moment until the next send is acknowledged; undefined if none is. */
  untilServed(sinceMs: number): Promise<number | undefined> {
    const before = this.acknowledged;
    return timeUntil(() => this.acknowledged > before, sinceMs);
  }

  /** Time from a moment until the service that these users do not need replies; undefined if it does not. */
  untilIdleServed(sinceMs: number): Promise<number | undefined> {
    const { client } = this.organization.owner;
    const reply = () => client.get('/realm/linkifiers');
    return timeUntil(() => reply().then(Boolean, () => false), sinceMs);
  }

  /** Ends the work. Resolves with the differences between clients and new registrations, after all events have had time to arrive. */
  async settle(): Promise<string[]> {
    await this.endWork();
    const found = await Promise.all(this.workers.map(({ follower }) => follower.differences(SETTLED_WITHIN_MS)));
    return found.flat();
  }

  /** All messages, as PostgreSQL has them. */
  async storedMessages(): Promise<ExpectedMessage[]> {
    const stored: ExpectedMessage[] = [];
    for (let isComplete = false; !isComplete; ) {
      const page = await eventually(() => this.pageAfter(stored.at(-1)?.messageId ?? 0), {
        withinMs: SETTLED_WITHIN_MS,
      });
      const messages: readonly { id: number; content: string }[] = page.messages;
      stored.push(...messages.map(({ id, content }) => ({ messageId: id, content })));
      isComplete = page.found_newest;
    }
    return stored;
  }

  async stop(): Promise<void> {
    await this.endWork();
    await Promise.all([...this.workers.map(({ follower }) => follower.stop()), this.idle.stop()]);
  }

  private pageAfter(anchor: number) {
    return this.organization.owner.client.get('/messages', {
      ...{ anchor, include_anchor: false, num_before: 0, num_after: PAGE },
      narrow: [
        ['stream', STREAM],
        ['topic', WORK_TOPIC],
      ],
      apply_markdown: false,
    });
  }

  private async endWork(): Promise<void> {
    for (const { sender } of this.workers) sender.stop();
    await this.rest();
    clearInterval(this.sampling);
  }
}

/** All workers, or the reason why one could not be created. Then the others end. */
async function createAll(creating: readonly Promise<Worker>[]): Promise<Worker[]> {
  try {
    return await Promise.all(creating);
  } catch (error) {
    await Promise.allSettled(creating.map(async (worker) => (await worker).follower.stop()));
    throw error;
  }
}

/** Time from a moment until a condition holds; undefined if it does not in time. */
async function timeUntil(condition: () => boolean | Promise<boolean>, sinceMs: number): Promise<number | undefined> {
  try {
    await eventually(condition, { withinMs: SERVED_WITHIN_MS });
    return Math.round(performance.now() - sinceMs);
  } catch {
    return undefined;
  }
}
