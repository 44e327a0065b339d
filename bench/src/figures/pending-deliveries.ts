import { sleep } from '../load/closed-loop.js';
import { HttpConnection } from '../load/http-connection.js';
import { MarkedMessages } from '../load/marked-messages.js';
import { WebhookReceivers } from '../load/webhook-receivers.js';
import { type Figure, row } from '../measurement.js';
import type { Organization, OrganizationPlan } from '../population/organization.js';
import { childrenOf, residentBytes } from '../system/processes.js';
import { type Stage, warmUp } from '../system/stage.js';

const PEOPLE: OrganizationPlan = { name: 'pending', users: 16, streams: { many: 16 } };
const FAILING_WEBHOOKS = 10;
const MESSAGES = 10_000;
const PENDING = FAILING_WEBHOOKS * MESSAGES;
const SENDERS = 16;
const RESTARTS = 5;
const NEW_TOPIC = 'new';
const LOOK_EVERY_MS = 200;
const MEMORY_SAMPLES = 20;
const GIVE_UP_AFTER_MS = 180_000;

/** 100,000 deliveries that wait, because their receiver fails: memory of the service, and its first new delivery after a restart. */
export const pendingDeliveries: Figure = {
  name: 'pending-deliveries',
  async measure({ ownStage }) {
    const stage = await ownStage({ env: { EGRESS_ALLOW: '127.0.0.1' } });
    const organization = await stage.organization(PEOPLE);
    await warmUp(organization, 'many', stage.port);
    const messages = new MarkedMessages();
    const receivers = await WebhookReceivers.start(messages);
    try {
      const emptyBytes = memoryOfIntegrations(stage);
      const owner = organization.user(0);
      for (let n = 0; n < FAILING_WEBHOOKS; n++) {
        await owner.ask(owner.post('/webhooks', { url: receivers.failingUrl, event_types: '["message"]' }));
      }
      await sendMany(stage, organization);
      const pending = await untilPending(organization);
      const waiting = await memorySamples(stage);
      const narrow = JSON.stringify([['topic', NEW_TOPIC]]);
      await owner.ask(owner.post('/webhooks', { url: receivers.healthyUrl, event_types: '["message"]', narrow }));
      const restarts: Restart[] = [];
      for (let n = 0; n < RESTARTS; n++) restarts.push(await restart(stage, organization, messages));
      const restarted = await memorySamples(stage);
      const afterReady = Math.max(...restarts.map(({ afterReadyMs }) => afterReadyMs));
      const afterStart = Math.max(...restarts.map(({ afterStartMs }) => afterStartMs));
      const what = '100,000 pending deliveries';
      return {
        measurements: [
          row(`${what}: memory of a replica of integrations`, Math.max(...waiting, ...restarted) / MIB, 'MiB', {
            goal: { atMost: 200 },
          }),
          row(`${what}: first new delivery, since a restarted process is ready`, afterReady / 1_000, 's', {
            goal: { atMost: 2 },
          }),
          row(`${what}: first new delivery, since the start of its process`, afterStart / 1_000, 's'),
        ],
        details: {
          pending,
          emptyMib: emptyBytes / MIB,
          waitingMib: waiting.map(inMib),
          restartedMib: restarted.map(inMib),
          restarts,
        },
      };
    } finally {
      receivers.close();
    }
  },
};

const MIB = 1024 * 1024;
const inMib = (bytes: number): number => bytes / MIB;

/** Messages that every failing webhook gets. */
async function sendMany(stage: Stage, organization: Organization): Promise<void> {
  const streamId = organization.streamId('many');
  let left = MESSAGES;
  const send = async (_: unknown, sender: number) => {
    const connection = new HttpConnection(stage.port);
    while (left-- > 0) {
      const request = organization.user(sender).toStream(streamId, 'many', 'This message waits for its receiver.');
      await connection.exchange(request);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
}

/** Resolves with the number of pending deliveries. Some may have been tried. */
async function untilPending(organization: Organization): Promise<number> {
  const owner = organization.user(0);
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    const { webhooks } = await owner.ask(owner.get('/webhooks', {}));
    const pending = webhooks.reduce((sum: number, webhook: { pending: number }) => sum + webhook.pending, 0);
    if (pending >= PENDING) return pending;
    if (performance.now() > giveUpAt) throw new Error(`Only ${pending} deliveries are pending.`);
    await sleep(LOOK_EVERY_MS);
  }
}

function memoryOfIntegrations({ system }: Stage): number {
  const pid = system.list().find(({ service }) => service === 'integrations')?.pid as number;
  return residentBytes(pid, childrenOf());
}

async function memorySamples(stage: Stage): Promise<number[]> {
  const samples: number[] = [];
  while (samples.length < MEMORY_SAMPLES) {
    await sleep(LOOK_EVERY_MS);
    samples.push(memoryOfIntegrations(stage));
  }
  return samples;
}

interface Restart {
  /** From the start of the process, and since it is ready, to the arrival of a message that was sent meanwhile. */
  readonly afterStartMs: number;
  readonly afterReadyMs: number;
}

async function restart(stage: Stage, organization: Organization, messages: MarkedMessages): Promise<Restart> {
  const { system, port } = stage;
  let arrivedAt: number | undefined;
  messages.onArrival = () => {
    arrivedAt ??= performance.now();
  };
  await system.stopProcess('integrations');
  const connection = new HttpConnection(port);
  const streamId = organization.streamId('many');
  await connection.exchange(organization.user(1).toStream(streamId, NEW_TOPIC, messages.next()));
  connection.close();
  const startedAt = performance.now();
  await system.startProcess('integrations');
  const readyAt = performance.now();
  const giveUpAt = readyAt + GIVE_UP_AFTER_MS;
  while (arrivedAt === undefined && performance.now() < giveUpAt) await sleep(1);
  if (arrivedAt === undefined) throw new Error('The message after a restart was not delivered.');
  return { afterStartMs: arrivedAt - startedAt, afterReadyMs: Math.max(0, arrivedAt - readyAt) };
}
