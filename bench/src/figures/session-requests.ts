import { CreateUserAsOperator, Role } from '@chat/contracts';
import { ApiUser } from '../load/api-user.js';
import { closedLoop } from '../load/closed-loop.js';
import { PageSignIns } from '../load/page-sign-in.js';
import { type Figure, row } from '../measurement.js';
import { HUNDRED } from '../population/organization.js';
import { median, Percentiles } from '../stats/percentiles.js';
import type { Stage } from '../system/stage.js';

const PASSWORD = 'nine purple elephants dance';
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
  const { realmId, users } = await stage.organization(HUNDRED);
  const { port, host } = users[0] as ApiUser;
  const email = 'visitor@example.com';
  const fields = { realmId, email, fullName: 'Visitor', role: Role.Member, password: PASSWORD };
  const { userId, apiKey } = await stage.operator.request(CreateUserAsOperator, fields, {
    ...{ realmId, requestId: 'bench' },
  });
  const user = new ApiUser(port, host, userId, email, apiKey);
  const signIns = new PageSignIns();
  const token = await signIns.begin(user, PASSWORD);
  signIns.close();
  const head = `Host: ${host}\r\nCookie: sessionid=${token}\r\nUser-Agent: chat-bench/1.0\r\n`;
  return {
    key: user.get('/users/me', {}),
    session: Buffer.from(`GET /json/users/me? HTTP/1.1\r\n${head}\r\n`),
  };
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
