import { sleep } from '../load/closed-loop.js';
import { HttpConnection } from '../load/http-connection.js';
import { MarkedMessages } from '../load/marked-messages.js';
import { WebhookReceivers } from '../load/webhook-receivers.js';
import { type Figure, row } from '../measurement.js';
import type { Organization, OrganizationPlan } from '../population/organization.js';
import { Percentiles } from '../stats/percentiles.js';
import { type Stage, warmUp } from '../system/stage.js';

const PEOPLE: OrganizationPlan = { name: 'webhooks', users: 21, streams: { one: 21 } };
const WEBHOOKS = 10;
const HEALTHY = 20;
const HANGING = 5;
const SILENT_PER_USER = 50;
const SILENT = 1_000;
const SENDERS = 16;
const MANY = 10_000;
const FEW = 200;
/** Turns without and with receivers that hang: the p99 of one turn varies by more than they change. */
const TURNS = 5;
/** Turns without webhooks and with some that get all messages: a machine is not equally fast for minutes. */
const FLOODS = 3;
const PAUSE_MS = 20;
const LOOK_EVERY_MS = 100;
const GIVE_UP_AFTER_MS = 120_000;

/** Deliveries of event webhooks: latency when idle, many at once with the sends meanwhile, and next to receivers that hang. */
export const eventWebhooks: Figure = {
  name: 'event-webhooks',
  async measure({ ownStage }) {
    const stage = await ownStage({ env: { EGRESS_ALLOW: '127.0.0.1' } });
    const organization = await stage.organization(PEOPLE);
    await warmUp(organization, 'one', stage.port);
    const figure = new Deliveries(stage, organization);
    const receivers = await WebhookReceivers.start(figure.messages);
    try {
      await figure.add(receivers.healthyUrl, WEBHOOKS);
      // Until the code of deliveries is warm.
      await figure.sendSlowly(WEBHOOKS);
      const idle = await figure.sendSlowly(WEBHOOKS);
      await figure.removeAll();
      const many = await figure.deliverManyInTurns(receivers.healthyUrl);
      await figure.add(receivers.healthyUrl, HEALTHY);
      const { undisturbed, disturbed } = await figure.sendNextToHanging(receivers);
      await figure.removeAll();
      const aloneAgainMs = await figure.sendMany();
      await figure.addSilent(receivers.healthyUrl);
      const nextToSilentMs = await figure.sendMany();
      return {
        measurements: [
          row('event to receiver, idle, 10 webhooks, after the response: p50', idle.at(50), 'ms', {
            goal: { atMost: 25 },
          }),
          row('event to receiver, idle, 10 webhooks, after the response: p99', idle.at(99), 'ms', {
            goal: { atMost: 100 },
          }),
          row('10,000 messages to 10 webhooks: deliveries, with all records', many.perSecond, 'deliveries/s', {
            goal: { atLeast: 2_000 },
          }),
          row('10,000 messages to 10 webhooks: the last one after the last send', many.lastMs / 1_000, 's', {
            goal: { atMost: 60 },
          }),
          row('10,000 messages while 10 webhooks get them, against none', many.sendMs / many.aloneMs, 'times as long', {
            goal: { atMost: 1.15 },
          }),
          row(
            '20 webhooks next to 5 that hang, against without: p99',
            disturbed.all.at(99) / undisturbed.all.at(99),
            'times',
            { goal: { atMost: 1.2 } },
          ),
          row(
            '10,000 messages next to 1,000 webhooks that match none, against none',
            nextToSilentMs / aloneAgainMs,
            'times as long',
            { goal: { atMost: 1.03 } },
          ),
        ],
        details: {
          aloneAgainMs,
          many,
          p99Ms: {
            undisturbed: undisturbed.all.at(99),
            disturbed: disturbed.all.at(99),
            ofTurns: [undisturbed, disturbed].map(({ turns }) => turns.map((turn) => turn.at(99))),
          },
          arrived: [idle, undisturbed.all, disturbed.all].map(({ count }) => count),
        },
      };
    } finally {
      receivers.close();
    }
  },
};

/** Messages of one organization and their deliveries to the webhooks of its first user. */
class Deliveries {
  readonly messages = new MarkedMessages();
  private arrivals: { mark: number; atMs: number }[] = [];
  private readonly answeredAtMs: number[] = [];
  private lastMark = -1;

  constructor(
    private readonly stage: Stage,
    private readonly organization: Organization,
  ) {
    this.messages.onArrival = (mark) => this.arrivals.push({ mark, atMs: performance.now() });
  }

  /** Resolves with the ids of the new webhooks. */
  async add(url: string, count: number): Promise<number[]> {
    const owner = this.organization.user(0);
    const ids: number[] = [];
    for (let n = 0; n < count; n++) {
      const { webhook } = await owner.ask(owner.post('/webhooks', { url, event_types: '["message"]' }));
      ids.push(webhook.id);
    }
    return ids;
  }

  /** Webhooks of other users that match no message. */
  async addSilent(url: string): Promise<void> {
    const narrow = JSON.stringify([['topic', 'nothing']]);
    for (let n = 0; n < SILENT; n++) {
      const owner = this.organization.user(1 + Math.floor(n / SILENT_PER_USER));
      await owner.ask(owner.post('/webhooks', { url, event_types: '["message"]', narrow }));
    }
    await this.stage.becomeIdle();
  }

  async removeAll(): Promise<void> {
    const owner = this.organization.user(0);
    const { webhooks } = await owner.ask(owner.get('/webhooks', {}));
    for (const { id } of webhooks) await this.remove(id);
  }

  private async remove(id: number): Promise<void> {
    const owner = this.organization.user(0);
    await owner.ask(owner.delete(`/webhooks/${id}`, {}));
  }

  /** Several senders. Resolves with the time until the last response. */
  async sendMany(): Promise<number> {
    const startedAt = performance.now();
    let left = MANY;
    const send = async (_: unknown, sender: number) => {
      const connection = new HttpConnection(this.stage.port);
      while (left-- > 0) await this.send(connection, sender);
      connection.close();
    };
    await Promise.all(Array.from({ length: SENDERS }, send));
    return performance.now() - startedAt;
  }

  /** `sendMany` in turns: without webhooks, and until some have delivered all. Sums of the turns. */
  async deliverManyInTurns(url: string) {
    const turns: { aloneMs: number; sendMs: number; wholeMs: number; lastMs: number; arrived: number }[] = [];
    for (let turn = 0; turn < FLOODS; turn++) {
      await this.stage.becomeIdle();
      const aloneMs = await this.sendMany();
      await this.add(url, WEBHOOKS);
      await this.stage.becomeIdle();
      turns.push({ aloneMs, ...(await this.deliverMany()) });
      await this.removeAll();
    }
    const sum = (key: keyof (typeof turns)[0]) => turns.reduce((total, turn) => total + turn[key], 0);
    return {
      turns,
      aloneMs: sum('aloneMs'),
      sendMs: sum('sendMs'),
      perSecond: (sum('arrived') * 1_000) / sum('wholeMs'),
      lastMs: Math.max(...turns.map(({ lastMs }) => lastMs)),
    };
  }

  /** `sendMany` until no delivery is pending. */
  private async deliverMany() {
    this.arrivals = [];
    const startedAt = performance.now();
    const sendMs = await this.sendMany();
    const sentAt = performance.now();
    await this.until(async () => this.arrivals.length >= MANY * WEBHOOKS && (await this.pending()) === 0);
    const lastMs = (this.arrivals.at(-1)?.atMs ?? Number.NaN) - sentAt;
    return { sendMs, lastMs, wholeMs: performance.now() - startedAt, arrived: this.arrivals.length };
  }

  /** One sender with pauses. Resolves with the times from the response to the arrivals. */
  async sendSlowly(webhooks: number): Promise<Percentiles> {
    this.arrivals = [];
    const connection = new HttpConnection(this.stage.port);
    for (let n = 0; n < FEW; n++) {
      await this.send(connection, 1);
      await sleep(PAUSE_MS);
    }
    connection.close();
    await this.until(async () => this.arrivals.length >= FEW * webhooks);
    // An arrival before the response counts as at once.
    const latencies = this.arrivals.map(({ mark, atMs }) => Math.max(0, atMs - (this.answeredAtMs[mark] as number)));
    return new Percentiles(latencies);
  }

  /** `sendSlowly` in turns: without receivers that hang, and with them. */
  async sendNextToHanging(receivers: WebhookReceivers) {
    const undisturbed: Percentiles[] = [];
    const disturbed: Percentiles[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      undisturbed.push(await this.sendSlowly(HEALTHY));
      const hanging = await this.add(receivers.hangingUrl, HANGING);
      disturbed.push(await this.sendSlowly(HEALTHY));
      for (const id of hanging) await this.remove(id);
      receivers.breakOffHanging();
      await this.stage.becomeIdle();
    }
    return { undisturbed: summed(undisturbed), disturbed: summed(disturbed) };
  }

  private async send(connection: HttpConnection, sender: number): Promise<void> {
    const mark = ++this.lastMark;
    const streamId = this.organization.streamId('one');
    const request = this.organization.user(sender).toStream(streamId, 'webhooks', this.messages.next());
    await connection.exchange(request);
    this.answeredAtMs[mark] = performance.now();
  }

  private async pending(): Promise<number> {
    const owner = this.organization.user(0);
    const { webhooks } = await owner.ask(owner.get('/webhooks', {}));
    return webhooks.reduce((sum: number, webhook: { pending: number }) => sum + webhook.pending, 0);
  }

  private async until(isDone: () => Promise<boolean>): Promise<void> {
    const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
    while (performance.now() < giveUpAt && !(await isDone())) await sleep(LOOK_EVERY_MS);
  }
}

const summed = (turns: readonly Percentiles[]) => ({
  turns,
  all: new Percentiles(turns.flatMap(({ samples }) => [...samples])),
});
