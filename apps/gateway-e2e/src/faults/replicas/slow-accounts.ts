import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { Organization } from '../../support/organization.js';
import type { SystemUnderTest } from '../../support/system-under-test.js';

const ACCOUNTS = 8;

let tested: SystemUnderTest;
let organization: Organization;

/** One request for an account, sent once, and its response. */
interface Attempt {
  readonly email: string;
  readonly status: number;
  readonly outcome: unknown;
  readonly message: string;
}

async function create(email: string): Promise<Attempt> {
  const account = { email, password: 'correct horse battery', full_name: 'New Person' };
  const { status, body } = await organization.owner.client.call('POST', '/users', account);
  return { email, status, outcome: body.outcome, message: body.msg };
}

async function createAgain(email: string): Promise<Attempt> {
  const attempt = await create(email);
  return attempt.status === 503 && attempt.outcome === 'not_started' ? createAgain(email) : attempt;
}

/** A fault that slows the users service. Returns its end. */
type Fault = () => Promise<() => Promise<unknown>>;

const freezeReplicas: Fault = async () => {
  const signal = (name: NodeJS.Signals) => [0, 1].map((instance) => tested.system.kill('users', instance, name));
  signal('SIGSTOP');
  return async () => signal('SIGCONT');
};

const delayRows: Fault = async () => {
  const client = new pg.Client({ connectionString: tested.system.databaseUrl });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE users.account IN SHARE MODE');
  return () => client.query('COMMIT').finally(() => client.end());
};

/** Sends eight requests at once. The fault ends when all have a response. */
async function createDuring(fault: Fault, name: string): Promise<Attempt[]> {
  const end = await fault();
  const creating = Array.from({ length: ACCOUNTS }, (_, n) => create(`${name}${n}@example.com`));
  return Promise.all(creating).finally(end);
}

async function accountsNamed(name: string): Promise<string[]> {
  const { members } = await organization.owner.client.get('/users');
  const emails = members.map(({ delivery_email }: { delivery_email: string }) => delivery_email);
  return emails.filter((email: string) => email.startsWith(name)).sort();
}

/** Tests of accounts that are created at the same time by a slow service. */
export function slowAccounts(system: () => SystemUnderTest): void {
  beforeAll(async () => {
    tested = system();
    organization = await Organization.create(tested.system);
  }, 60_000);

  afterAll(() => organization?.close());

  it.each([
    ['the service is frozen', 'not_started', 'frozen', freezeReplicas],
    ['PostgreSQL delays the new rows', 'unknown', 'delayed', delayRows],
  ])(
    'eight accounts that are created while %s get true outcomes, such as %s',
    async (_, outcome, name, fault) => {
      const attempts = await createDuring(fault, name);
      expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 503));
      // A request that a frozen replica has taken is `unknown`.
      expect(attempts.map((attempt) => attempt.outcome)).toContain(outcome);

      const again = await Promise.all(attempts.map(({ email }) => createAgain(email)));

      // An account that was created although its request was `not_started` refuses the repetition.
      const isTrue = (attempt: Attempt, { status, message }: Attempt) =>
        status === 200 || (attempt.outcome === 'unknown' && message === `Email '${attempt.email}' already in use`);
      expect(again.filter((repetition, n) => !isTrue(attempts[n] as Attempt, repetition))).toEqual([]);
      expect(await accountsNamed(name)).toEqual(attempts.map(({ email }) => email));
    },
    60_000,
  );
}
