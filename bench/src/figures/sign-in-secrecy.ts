import { HttpConnection } from '../load/http-connection.js';
import { type Figure, type Measurement, row } from '../measurement.js';
import type { Organization, OrganizationPlan } from '../population/organization.js';
import { median } from '../stats/percentiles.js';
import { ADDRESSES_OF_A_KIND, addressesOfKinds, KINDS, type Kind } from './kinds-of-addresses.js';

const PLAN: OrganizationPlan = { name: 'secrets', users: 1, streams: {} };
const ROUNDS = 100;
const WARM_UP_ROUNDS = 30;
/** More requests than any limit of the figure. */
const UNLIMITED = '1000000';
const ENVIRONMENT = {
  SIGN_IN_FAILURES_PER_ACCOUNT: UNLIMITED,
  SIGN_IN_FAILURES_PER_ADDRESS: UNLIMITED,
  MAILS_PER_PERSON_HOUR: UNLIMITED,
  MAILS_PER_PERSON_DAY: UNLIMITED,
  MAILS_PER_ADDRESS_DAY: UNLIMITED,
  OPEN_REALM_CREATION: 'true',
};

const CSRF = 'c'.repeat(43);
const password = 'wrong password';

type Question = readonly [path: string, fields: Readonly<Record<string, string>>];

/** Questions of a stranger about an address. `turn` differs in each request. */
const questionsOf = (joinPath: string): Readonly<Record<string, (email: string, turn: number) => Question>> => ({
  'POST /fetch_api_key': (email) => ['/api/v1/fetch_api_key', { username: email, password }],
  'POST /fetch_api_key with a code': (email) => [
    '/api/v1/fetch_api_key',
    { username: email, password, code: '000000' },
  ],
  'sign-in page': (email) => ['/login/', { username: email, password }],
  'sign-up page': (email) => ['/register/', { email }],
  'sign-up by a link': (email) => [joinPath, { email }],
  'page for a new organization': (email, turn) => [
    '/new/',
    { email, realm_name: 'Fernwood', realm_type: '0', realm_subdomain: `fernwood-${turn}` },
  ],
  'password reset page': (email) => ['/accounts/password/reset/', { email }],
  'search for organizations': (email) => ['/accounts/find/', { emails: email }],
});

function requestOf(host: string, [path, fields]: Question): Buffer {
  const body = new URLSearchParams({ csrfmiddlewaretoken: CSRF, ...fields }).toString();
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: csrftoken=${CSRF}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** The path of a link for any number of people. */
async function newJoinPath(organization: Organization): Promise<string> {
  const owner = organization.user(0);
  const { invite_link: link } = await owner.ask(owner.post('/invites/multiuse', {}));
  return new URL(link).pathname;
}

function shuffled<Value>(values: readonly Value[]): Value[] {
  const left = [...values];
  return values.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0] as Value);
}

const byKind = <Value>(make: (kind: Kind) => Value): Record<Kind, Value> =>
  Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Record<Kind, Value>;

/** Median times in milliseconds. `ask` sends a request about an address and resolves with the status, which may not differ. */
async function mediansByKind(ask: (kind: Kind, round: number) => Promise<number>): Promise<Record<Kind, number>> {
  const times = byKind((): number[] => []);
  const statuses = new Set<number>();
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const kind of shuffled(KINDS)) {
      const startedAt = performance.now();
      statuses.add(await ask(kind, round));
      if (round >= WARM_UP_ROUNDS) times[kind].push(performance.now() - startedAt);
    }
  }
  if (statuses.size !== 1) throw new Error(`The statuses differ: ${[...statuses].join()}`);
  return byKind((kind) => median(times[kind]));
}

/** Whether the time of a response reveals the kind of an address. Each round asks about one of every kind, in another order. */
export const signInSecrecy: Figure = {
  name: 'sign-in-secrecy',
  async measure({ ownStage }) {
    const stage = await ownStage({ env: ENVIRONMENT });
    const organization = await stage.organization(PLAN);
    const { host } = organization.user(0);
    const addresses = await addressesOfKinds(stage, organization);
    const connection = new HttpConnection(stage.port);
    const measurements: Measurement[] = [];
    const details: Record<string, unknown> = {};
    let turn = 0;
    for (const [name, question] of Object.entries(questionsOf(await newJoinPath(organization)))) {
      const medians = await mediansByKind(async (kind, round) => {
        const email = addresses[kind][round % ADDRESSES_OF_A_KIND] as string;
        return (await connection.exchange(requestOf(host, question(email, turn++)))).status;
      });
      const ratio = Math.max(...Object.values(medians)) / Math.min(...Object.values(medians));
      const what = `${name}: largest against smallest median time, ${KINDS.length} kinds of addresses`;
      measurements.push(row(what, ratio, 'x', { goal: { atMost: 1.1 } }));
      details[name] = medians;
    }
    connection.close();
    return { measurements, details };
  },
};
