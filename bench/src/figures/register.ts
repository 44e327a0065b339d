import { deleteQueues } from '../load/crowd.js';
import { HttpConnection } from '../load/http-connection.js';
import type { Measurement } from '../measurement.js';
import { type OrganizationPlan } from '../population/organization.js';
import { TEN_THOUSAND, THOUSAND } from '../population/plans.js';
import { median } from '../stats/percentiles.js';
import { CpuMeter, type CpuUse } from '../system/cpu-meter.js';
import type { Stage } from '../system/stage.js';
import type { Figure } from './figure.js';

const ROUNDS = 30;
/** Until the just-in-time compiler has finished and the caches are full. */
const WARM_UP_ROUNDS = 300;

interface RegisterOutcome {
  readonly ms: number;
  readonly kilobytes: number;
  /** Of all registrations that are counted. */
  readonly cpu: CpuUse;
}

/** POST /register of everything, one after the other, each by another user. */
async function registerInTurn(
  stage: Stage,
  plan: OrganizationPlan,
  withSubscribers: boolean,
): Promise<RegisterOutcome> {
  const organization = await stage.organization(plan);
  const users = organization.users.slice(0, WARM_UP_ROUNDS + ROUNDS);
  const connection = new HttpConnection(stage.port);
  const queueIds: string[] = [];
  const times: number[] = [];
  let bytes = 0;
  const meter = new CpuMeter(stage.system);
  for (const [round, user] of users.entries()) {
    if (round === WARM_UP_ROUNDS) meter.begin();
    const request = user.post('/register', { include_subscribers: withSubscribers, apply_markdown: true });
    const startedAt = performance.now();
    const { status, body } = await connection.exchange(request);
    times.push(performance.now() - startedAt);
    if (status !== 200) throw new Error(`A registration was answered ${status}: ${body.subarray(0, 300)}`);
    bytes = body.length;
    queueIds.push(JSON.parse(body.toString()).queue_id);
  }
  const cpu = meter.end();
  connection.close();
  await deleteQueues(users, queueIds);
  return { ms: median(times.slice(WARM_UP_ROUNDS)), kilobytes: bytes / 1024, cpu };
}

/** Time, CPU and size of the response that a starting client waits for. */
export const register: Figure = {
  name: 'register',
  async measure({ stage: shared }) {
    const stage = await shared();
    const thousand = await registerInTurn(stage, THOUSAND, false);
    const thousandWithSubscribers = await registerInTurn(stage, THOUSAND, true);
    const tenThousand = await registerInTurn(stage, TEN_THOUSAND, false);
    const what = 'POST /register, everything, 100 streams each';
    const measurements: Measurement[] = [
      { what: `${what}, 1,000 users (median)`, value: thousand.ms, unit: 'ms', goal: { atMost: 12 }, peer: '46' },
      {
        what: `${what}, 1,000 users, with subscribers (median)`,
        value: thousandWithSubscribers.ms,
        unit: 'ms',
        goal: { atMost: 25 },
        peer: '82',
      },
      { what: `${what}, 1,000 users: size`, value: thousand.kilobytes, unit: 'KiB', peer: '470' },
      { what: `${what}, 10,000 users (median)`, value: tenThousand.ms, unit: 'ms', goal: { atMost: 60 }, peer: '300' },
    ];
    return { measurements, details: { thousand, thousandWithSubscribers, tenThousand } };
  },
};
