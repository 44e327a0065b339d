import { availableParallelism } from 'node:os';
import { CreateUserAsOperator, Role } from '@chat/contracts';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { ApiUser } from '../load/api-user.js';
import { sleep } from '../load/closed-loop.js';
import { HttpConnection } from '../load/http-connection.js';
import { PageSignIns } from '../load/page-sign-in.js';
import { type Figure, row } from '../measurement.js';
import type { OrganizationPlan } from '../population/organization.js';
import { median, Percentiles } from '../stats/percentiles.js';
import type { Stage } from '../system/stage.js';

const PLAN: OrganizationPlan = { name: 'passwords', users: 1, streams: {} };
const PASSWORD = 'nine purple elephants dance';
const BROWSERS = 4;
/** So many that no person reaches the limit of sessions: then every sign-in would end another session. */
const PEOPLE = 64;
const SPELL_MS = 4_000;
const ROUNDS = 5;
const WARM_UP_ROUNDS = 2;
/** Of the other requests. */
const PAUSE_MS = 20;
/** As many at once as the service: it leaves a core to other work. */
const HASHES_AT_A_TIME = Math.max(1, availableParallelism() - 1);

/** Sign-ins by the page, against the same hash alone in this process, and a person with an API key meanwhile. */
export const passwordSignIns: Figure = {
  name: 'password-sign-ins',
  async measure({ ownStage }) {
    const stage = await ownStage();
    const people = await makePeople(stage);
    const stored = await storedHash(stage);
    const signIns = new PageSignIns();
    let begun = 0;
    const next = () => people[begun++ % PEOPLE] as ApiUser;
    const ratios: number[] = [];
    const perSecond: number[] = [];
    const others: number[] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const bare = await ratePerSecond(HASHES_AT_A_TIME, () => verify(stored, PASSWORD));
      let isOver = false;
      const reading = readMeanwhile(people[0] as ApiUser, () => isOver);
      const signedIn = await ratePerSecond(BROWSERS, () => signIns.begin(next(), PASSWORD));
      isOver = true;
      const latencies = await reading;
      if (round < WARM_UP_ROUNDS) continue;
      ratios.push(signedIn / bare);
      perSecond.push(signedIn);
      others.push(...latencies);
    }
    signIns.close();
    return {
      measurements: [
        row(`sign-ins by password, ${BROWSERS} browsers`, median(perSecond), '/s'),
        row('the same, against the bare hash', median(ratios), '×', { goal: { atLeast: 0.85 } }),
        row('other requests meanwhile, p99', new Percentiles(others).at(99), 'ms', { goal: { atMost: 60 } }),
      ],
      details: { ratios, others: others.length },
    };
  },
};

async function makePeople(stage: Stage): Promise<ApiUser[]> {
  const { realmId, users } = await stage.organization(PLAN);
  const { port, host } = users[0] as ApiUser;
  const people: ApiUser[] = [];
  for (let n = 0; n < PEOPLE; n++) {
    const email = `signing-in-${n}@example.com`;
    const fields = { realmId, email, fullName: `Person ${n}`, role: Role.Member, password: PASSWORD };
    const { userId, apiKey } = await stage.operator.request(CreateUserAsOperator, fields, {
      ...{ realmId, requestId: 'bench' },
    });
    people.push(new ApiUser(port, host, userId, email, apiKey));
  }
  return people;
}

/** Has the parameters of the service. */
async function storedHash({ system: { databaseUrl } }: Stage): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ hash: string }>('SELECT hash FROM users.password LIMIT 1');
  await client.end();
  return rows[0]?.hash ?? '';
}

async function ratePerSecond(workers: number, work: () => Promise<unknown>): Promise<number> {
  const beganAt = performance.now();
  let done = 0;
  const run = async () => {
    for (; performance.now() < beganAt + SPELL_MS; done++) await work();
  };
  await Promise.all(Array.from({ length: workers }, run));
  return (done * 1_000) / (performance.now() - beganAt);
}

async function readMeanwhile(user: ApiUser, isOver: () => boolean): Promise<number[]> {
  const connection = new HttpConnection(user.port);
  const latencies: number[] = [];
  while (!isOver()) {
    await sleep(PAUSE_MS);
    const startedAt = performance.now();
    const { status } = await connection.exchange(user.get('/users/me', {}));
    if (status !== 200) throw new Error(`The request of another person got ${status}.`);
    latencies.push(performance.now() - startedAt);
  }
  connection.close();
  return latencies;
}
