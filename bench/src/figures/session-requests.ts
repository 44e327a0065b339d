import { closedLoop } from '../load/closed-loop.js';
import { type Figure, row } from '../measurement.js';
import { HUNDRED } from '../population/organization.js';
import { median, Percentiles } from '../stats/percentiles.js';
import type { Stage } from '../system/stage.js';
import { getBySession, signedInPerson } from './signed-in-person.js';

const CONNECTIONS = 4;
const TURN_MS = 2_000;
const ROUNDS = 8;
/** Until the just-in-time compiler has finished. */
const WARM_UP_ROUNDS = 3;

interface Turn {
  readonly p50Ms: number;
  readonly cpuMs: number;
  readonly failed: number;
}

/** The same request of one person, with the API key and with a session, in turns. */
export const sessionRequests: Figure = {
  name: 'session-requests',
  async measure({ stage: shared }) {
    const stage = await shared();
    const requests = await requestsOfOnePerson(stage);
    const ratios: { readonly time: number; readonly cpu: number }[] = [];
    let failed = 0;
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const isSessionFirst = round % 2 === 0;
      const first = await turn(stage, isSessionFirst ? requests.session : requests.key);
      const second = await turn(stage, isSessionFirst ? requests.key : requests.session);
      const [session, key] = isSessionFirst ? [first, second] : [second, first];
      failed += session.failed + key.failed;
      if (round >= WARM_UP_ROUNDS) ratios.push({ time: session.p50Ms / key.p50Ms, cpu: session.cpuMs / key.cpuMs });
    }
    const goal = { atMost: 1.05 };
    const what = 'a request with a session, against the same with an API key';
    return {
      measurements: [
        row(`${what}: time (p50)`, median(ratios.map(({ time }) => time)), '×', { goal }),
        row(`${what}: CPU of all processes`, median(ratios.map(({ cpu }) => cpu)), '×', { goal }),
      ],
      details: { ratios, failed },
    };
  },
};

async function requestsOfOnePerson(stage: Stage): Promise<{ readonly key: Buffer; readonly session: Buffer }> {
  const person = { email: 'visitor@example.com', sessions: 1 };
  const { user, tokens } = await signedInPerson(stage, await stage.organization(HUNDRED), person);
  return { key: user.get('/users/me', {}), session: getBySession(user, tokens[0] as string, '/users/me?') };
}

async function turn(stage: Stage, request: Buffer): Promise<Turn> {
  let outcome: Awaited<ReturnType<typeof closedLoop>> | undefined;
  const { stackMs } = await stage.cpuDuring(async () => {
    outcome = await closedLoop({
      ...{ port: stage.port, connections: CONNECTIONS, durationMs: TURN_MS },
      next: () => request,
    });
  });
  const { latencies = [], answered = 0, failed = 0 } = outcome ?? {};
  return { p50Ms: new Percentiles(latencies).at(50), cpuMs: stackMs / answered, failed };
}
