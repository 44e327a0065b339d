import { closedLoop } from '../load/closed-loop.js';
import { Crowd } from '../load/crowd.js';
import { MarkedMessages } from '../load/marked-messages.js';
import { type Figure, row } from '../measurement.js';
import { CpuMeter, type CpuUse } from '../system/processes.js';
import type { Stage } from '../system/stage.js';

export const sendAlone: Figure = {
  name: 'send-alone',
  async measure({ stage }) {
    const { sends, cpu } = await sendAsFastAsPossible(await stage(), 0);
    return {
      measurements: [
        row('POST /messages, 16 senders, no receiver', sends.perSecond, 'messages/s', {
          goal: { atLeast: 4_000 },
          peer: '82-96',
          comparedWith: 'commits',
        }),
        row('whole stack’s CPU per message, no receiver', cpu.stackMs / sends.answered, 'ms'),
      ],
      details: { cpu, failed: sends.failed },
    };
  },
};

const SENDERS = 16;
const RECEIVERS = 20;
/** Warm-up of the code that answers polls. */
const WARM_UP_MS = 8_000;
const DURATION_MS = 4_000;

/** 16 senders at full speed, to a stream with 100 subscribers; `receivers` of them long-poll. */
async function sendAsFastAsPossible(stage: Stage, receivers: number) {
  const organization = await stage.warmCrowd();
  const messages = new MarkedMessages();
  const crowd = receivers > 0 ? await Crowd.gather(organization.users.slice(20, 20 + receivers), messages) : undefined;
  const streamId = organization.streamId('one hundred');
  const meter = new CpuMeter(stage.system);
  let cpu: CpuUse | undefined;
  const sends = await closedLoop({
    port: stage.port,
    connections: SENDERS,
    warmUpMs: WARM_UP_MS,
    durationMs: DURATION_MS,
    next: (sender) => organization.user(sender).toStream(streamId, `topic ${sender % 4}`, messages.next()),
    onBegin: () => {
      messages.reset();
      meter.begin();
    },
    onEnd: () => {
      messages.isCounting = false;
      cpu = meter.end();
    },
  });
  const pollFailures = crowd?.failures ?? 0;
  await crowd?.disperse();
  return { sends, deliveriesPerSecond: messages.arrived / sends.seconds, cpu: cpu as CpuUse, pollFailures };
}

export const sendAndDeliver: Figure = {
  name: 'send-and-deliver',
  async measure({ stage }) {
    const { sends, deliveriesPerSecond, cpu, pollFailures } = await sendAsFastAsPossible(await stage(), RECEIVERS);
    const what = 'POST /messages, 16 senders, 100 subscribers, 20 polling';
    return {
      measurements: [
        row(what, sends.perSecond, 'messages/s', { goal: { atLeast: 1_000 }, peer: '49', comparedWith: 'http' }),
        row(`${what}: deliveries`, deliveriesPerSecond, 'deliveries/s', {
          goal: { atLeast: 20_000 },
          peer: '984',
          comparedWith: 'rpush',
        }),
        row(`whole stack’s CPU per message, ${RECEIVERS} receivers, at full load`, cpu.stackMs / sends.answered, 'ms', {
          goal: { atMost: 1.5 },
          peer: '37',
        }),
      ],
      details: { cpu, pollFailures, failed: sends.failed },
    };
  },
};
