import { HttpConnection } from '../load/http-connection.js';
import { type Figure, type Measurement, row } from '../measurement.js';
import type { OrganizationPlan } from '../population/organization.js';
import { median } from '../stats/percentiles.js';

const PEOPLE: OrganizationPlan = { name: 'secrets', users: 50, streams: {} };
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
};

const CSRF = 'c'.repeat(43);

/** Questions of a stranger about an address. */
const QUESTIONS: Readonly<Record<string, (email: string) => readonly [path: string, fields: Record<string, string>]>> =
  {
    'POST /fetch_api_key': (email) => ['/api/v1/fetch_api_key', { username: email, password: 'wrong password' }],
    'sign-in page': (email) => ['/login/', { username: email, password: 'wrong password' }],
    'sign-up page': (email) => ['/register/', { email }],
    'password reset page': (email) => ['/accounts/password/reset/', { email }],
    'search for organizations': (email) => ['/accounts/find/', { emails: email }],
  };

function requestOf(host: string, path: string, fields: Readonly<Record<string, string>>): Buffer {
  const body = new URLSearchParams({ csrfmiddlewaretoken: CSRF, ...fields }).toString();
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: csrftoken=${CSRF}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Whether the time of a response reveals that an address has an account: known and unknown addresses in turn. */
export const signInSecrecy: Figure = {
  name: 'sign-in-secrecy',
  async measure({ ownStage }) {
    const stage = await ownStage({ env: ENVIRONMENT });
    const { users } = await stage.organization(PEOPLE);
    const connection = new HttpConnection(stage.port);
    const measurements: Measurement[] = [];
    const details: Record<string, unknown> = {};
    for (const [name, question] of Object.entries(QUESTIONS)) {
      const times = { known: [] as number[], unknown: [] as number[] };
      const statuses = { known: new Set<number>(), unknown: new Set<number>() };
      for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
        const { email, host } = users[round % users.length] as (typeof users)[0];
        const addresses = { known: email, unknown: `nobody-${email}` };
        const order = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
        for (const kind of order) {
          const [path, fields] = question(addresses[kind]);
          const startedAt = performance.now();
          const { status } = await connection.exchange(requestOf(host, path, fields));
          statuses[kind].add(status);
          if (round >= WARM_UP_ROUNDS) times[kind].push(performance.now() - startedAt);
        }
      }
      const [known, unknown] = [median(times.known), median(times.unknown)];
      const ratio = Math.max(known, unknown) / Math.min(known, unknown);
      const what = `${name}: median time of addresses with and without an account`;
      measurements.push(row(what, ratio, 'x', { goal: { atMost: 1.1 } }));
      details[name] = { known, unknown, statuses: { known: [...statuses.known], unknown: [...statuses.unknown] } };
    }
    connection.close();
    return { measurements, details };
  },
};
