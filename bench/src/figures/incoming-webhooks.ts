import { closedLoop, sleep } from '../load/closed-loop.js';
import { GithubPushes } from '../load/github-pushes.js';
import { HttpConnection } from '../load/http-connection.js';
import { MarkedMessages } from '../load/marked-messages.js';
import { type Figure, row } from '../measurement.js';
import { type Organization, type OrganizationPlan } from '../population/organization.js';
import { latencyPlot, Percentiles } from '../stats/percentiles.js';
import { CpuMeter } from '../system/processes.js';
import { type Stage, warmUp } from '../system/stage.js';

const SENDERS = 16;
const PEOPLE: OrganizationPlan = { name: 'pushes', users: SENDERS, streams: { pushes: SENDERS } };
const SECRET = 'the secret of this bench';
const ROUNDS = 500;
const PAUSE_MS = 20;
/** Until the just-in-time compiler has finished. */
const WARM_UP_REQUESTS = 15_000;
const WARM_UP_SPELL_MS = 2_000;
const MAX_WARM_UP_MS = 30_000;
/**
 * Webhooks and messages take turns: a machine is not equally fast for seconds. Every second turn has the reverse order, because the
 * work that a kind leaves for later slows the next one.
 */
const TURNS = 6;
const TURN_MS = 1_500;

/** Makes the bytes of the next request of a sender. */
type Requests = (sender: number) => Buffer;

/** Pushes of GitHub, next to `POST /messages`: the response of one sender on an idle system, and the rate of 16 senders. */
export const incomingWebhooks: Figure = {
  name: 'incoming-webhooks',
  async measure({ ownStage }) {
    const stage = await ownStage();
    const organization = await stage.organization(PEOPLE);
    await warmUp(organization, 'pushes', stage.port);
    const { messages, pushes, signed, texts } = await requestsOf(organization);
    await warmUpWith([pushes, signed, texts], stage.port);
    const kinds = [messages, pushes, signed, texts];
    const idle = await sendInTurns(stage, kinds);
    const [message, push, signedPush, text] = idle as [Percentiles, Percentiles, Percentiles, Percentiles];
    const busy = await loadInTurns(stage, kinds);
    const [messageLoad, pushLoad, signedLoad, textLoad] = busy as [Load, Load, Load, Load];
    const what = 'GitHub push of 8 KB';
    return {
      measurements: [
        row(`${what}, idle: response p50`, push.at(50), 'ms', { goal: { atMost: 6 } }),
        row(`${what}, idle: response p99`, push.at(99), 'ms', { goal: { atMost: 20 } }),
        row(`${what}, idle: p50 over that of POST /messages`, push.at(50) - message.at(50), 'ms', {
          goal: { atMost: 3 },
        }),
        row(`${what}, 16 senders`, pushLoad.perSecond, 'requests/s'),
        row(`${what}, 16 senders, against POST /messages`, pushLoad.perSecond / messageLoad.perSecond, 'times', {
          goal: { atLeast: 0.6 },
        }),
        row(`${what}, idle: p50 over that of its text by POST /messages`, push.at(50) - text.at(50), 'ms'),
        row(`${what}, idle: p99 over that of its text by POST /messages`, push.at(99) - text.at(99), 'ms'),
        row(
          `${what}, 16 senders, against its text by POST /messages`,
          pushLoad.perSecond / textLoad.perSecond,
          'times',
        ),
      ],
      plots: [
        latencyPlot('incoming-webhooks', 'Response, otherwise idle', 'percentile', [
          message.curve('POST /messages'),
          push.curve('push of GitHub'),
          signedPush.curve('signed push'),
          text.curve('text of a push by POST /messages'),
        ]),
      ],
      details: {
        p50Ms: { message: message.at(50), push: push.at(50), signed: signedPush.at(50), text: text.at(50) },
        p99Ms: { message: message.at(99), push: push.at(99), signed: signedPush.at(99), text: text.at(99) },
        load: { messages: messageLoad, pushes: pushLoad, signed: signedLoad, texts: textLoad },
        bytes: pushes(0).length,
      },
    };
  },
};

/** Messages of the people, pushes by a bot of each without a secret and with one, and messages of the people with the text of a push. */
async function requestsOf(
  organization: Organization,
): Promise<Record<'messages' | 'pushes' | 'signed' | 'texts', Requests>> {
  const streamId = organization.streamId('pushes');
  const marked = new MarkedMessages();
  const plain: GithubPushes[] = [];
  const signed: GithubPushes[] = [];
  for (let n = 0; n < SENDERS; n++) {
    plain.push(new GithubPushes(await organization.bot(n, `plain-${n}`, {}), streamId));
    const config = { config_data: JSON.stringify({ webhook_secret: SECRET }) };
    signed.push(new GithubPushes(await organization.bot(n, `signed-${n}`, config), streamId, SECRET));
  }
  const { subject, content } = await messageOf(organization, plain[0] as GithubPushes, streamId);
  return {
    texts: (sender) => organization.user(sender).toStream(streamId, subject, content),
    messages: (sender) => organization.user(sender).toStream(streamId, `topic ${sender % 4}`, marked.next()),
    pushes: (sender) => (plain[sender] as GithubPushes).next(),
    signed: (sender) => (signed[sender] as GithubPushes).next(),
  };
}

/** Topic and Markdown of the message that a push makes. */
async function messageOf(
  organization: Organization,
  pushes: GithubPushes,
  streamId: number,
): Promise<{ readonly subject: string; readonly content: string }> {
  const reader = organization.user(0);
  await reader.ask(pushes.next());
  const newest = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false };
  const narrow = JSON.stringify([{ operator: 'stream', operand: streamId }]);
  const { messages } = await reader.ask(reader.get('/messages', { ...newest, narrow }));
  return messages[0];
}

async function warmUpWith(kinds: readonly Requests[], port: number): Promise<void> {
  const giveUpAt = performance.now() + MAX_WARM_UP_MS;
  for (let sent = 0; sent < WARM_UP_REQUESTS && performance.now() < giveUpAt; ) {
    for (const next of kinds) {
      sent += (await closedLoop({ port, connections: SENDERS, durationMs: WARM_UP_SPELL_MS, next })).answered;
    }
  }
}

/** One sender, one request of each kind in each round. Resolves with the times of the responses, by kind. */
async function sendInTurns(stage: Stage, kinds: readonly Requests[]): Promise<Percentiles[]> {
  const connection = new HttpConnection(stage.port);
  const times = kinds.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [kind, next] of kinds.entries()) {
      const request = next(0);
      const startedAt = performance.now();
      const { status, body } = await connection.exchange(request);
      times[kind]?.push(performance.now() - startedAt);
      if (status !== 200) throw new Error(`A request was answered ${status}: ${body}`);
      await sleep(PAUSE_MS);
    }
  }
  connection.close();
  return times.map((samples) => new Percentiles(samples));
}

interface Load {
  readonly perSecond: number;
  readonly failed: number;
  /** By process, for each request. */
  readonly cpuMs: Readonly<Record<string, number>>;
}

/** 16 senders at full speed, in turns. */
async function loadInTurns(stage: Stage, kinds: readonly Requests[]): Promise<Load[]> {
  const sums = kinds.map(() => ({ answered: 0, seconds: 0, failed: 0, cpuMs: {} as Record<string, number> }));
  for (let turn = 0; turn < TURNS; turn++) {
    const order = [...kinds.entries()];
    for (const [kind, next] of turn % 2 === 0 ? order : order.toReversed()) {
      const meter = new CpuMeter(stage.system, kind === 1);
      const sum = sums[kind] as (typeof sums)[0];
      const onEnd = () => {
        for (const [name, ms] of Object.entries(meter.end().byService)) sum.cpuMs[name] = (sum.cpuMs[name] ?? 0) + ms;
      };
      const load = { port: stage.port, connections: SENDERS, warmUpMs: 300, durationMs: TURN_MS, next };
      const { answered, seconds, failed } = await closedLoop({ ...load, onBegin: () => meter.begin(), onEnd });
      sum.answered += answered;
      sum.seconds += seconds;
      sum.failed += failed;
    }
  }
  return sums.map(({ answered, seconds, failed, cpuMs }) => ({
    perSecond: answered / seconds,
    failed,
    cpuMs: Object.fromEntries(Object.entries(cpuMs).map(([name, ms]) => [name, ms / answered])),
  }));
}
