import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ApiOperation, describedOperations } from '../support/api-description.js';
import { RawHttp } from '../support/raw-http.js';
import { kindsOf, type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';
import { Findings } from './findings.js';
import { type HostileRequest, HostileRequests, ODD_HEADERS, ODD_PATHS, type Sender } from './hostile-requests.js';
import { type HostileWorld, hostileWorld } from './hostile-world.js';
import { ODD_VALUES } from './odd-values.js';
import { faultsOf, isTaken } from './sound-answer.js';
import { differences, organizationState } from './state-digest.js';
import { TriedRules } from './tried-rules.js';

/** One replica of each service: all replicas handle hostile input alike. */
const ONE_OF_EACH = { gateway: 1, users: 1, 'realm-settings': 1, messaging: 1, events: 1 };
const SEED = 7;
const MIXTURES_PER_ENDPOINT = 25;
/** Of the refused writes, one of so many is sent once more between two looks at everything. */
const REPEATED_EVERY_NTH = 4;
/** So many of them are sent between two looks. Few: all are sent again after each round in which one is taken. */
const PART = 150;
const HANGS_AFTER_MS = 10_000;
/**
 * Some requests hash passwords, and other tests share the machine, so load shedding starts late. overload/ tests load
 * shedding.
 */
const OVERLOAD_LATENCY_MS = '5000';

/** Success would end the organization of the other requests, so the sender lacks the right to it. */
const ONLY_REFUSED = new Set(['POST /realm/deactivate']);
/** A success of these ends the sender's key: one at a time, each with the key that the last one answered. */
const CHANGES_KEY = 'POST /users/me/api_key/regenerate';
/** A success may end the sender's key, so that later requests get 401. */
const ENDS_KEY = 'DELETE /users/me/sessions';

let tested: SystemUnderTest;
let world: HostileWorld;
let operations: ApiOperation[];
let http: RawHttp;
let owner: Sender;

beforeAll(async () => {
  tested = await startSystemUnderTest({ scale: ONE_OF_EACH, env: { OVERLOAD_LATENCY_MS } });
  world = await hostileWorld(tested.system);
  owner = senderOf(world.owner);
  http = new RawHttp(tested.system.baseUrl, HANGS_AFTER_MS);
  const served = await describedOperations(world.owner.client);
  // Reads first and deletions last, so that the objects of the other requests still exist.
  const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  operations = served.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
}, 180_000);

afterAll(async () => {
  http?.close();
  await world?.organization.close();
  await tested?.discard();
}, 60_000);

function senderOf({ email, apiKey }: { email: string; apiKey: string }): Sender {
  const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
  return { host: world.organization.host, authorization };
}

function requestsFor(operation: ApiOperation, sender = owner): HostileRequests {
  const shape = (path: string) => path.replace(/\{[^}]+\}/g, '{}');
  const atPath = operations.filter(({ path }) => shape(path) === shape(operation.path));
  const methods = atPath.map(({ method }) => method);
  return new HostileRequests(operation, sender, world.known, methods);
}
/** Requests that would wait for the next event, as they are meant to. */
const waits = ({ operation, what }: HostileRequest) =>
  operation.name === 'GET /events' && what === 'dont_block="false"';
const pids = () => tested.system.list().map(({ service, instance, pid }) => `${service}-${instance} ${pid}`);
const state = () => organizationState(world.owner.client);

/**
 * State changes by refused requests, which are sent once more in parts. Those of a part are repeated until a complete round is refused,
 * because only such a round proves that refusals change nothing.
 */
async function changesByRefusals(findings: Findings, refused: readonly HostileRequest[]): Promise<string[]> {
  const changes: string[] = [];
  let before = await state();
  for (let first = 0; first < refused.length; first += PART) {
    let part: readonly HostileRequest[] = refused.slice(first, first + PART);
    for (let sent = 0; sent !== part.length; ) {
      sent = part.length;
      part = await findings.collect(http, part);
      const after = await state();
      if (part.length === sent) changes.push(...differences(before, after));
      before = after;
    }
  }
  return changes;
}

/**
 * Endpoints that need headers, a file, a mailed secret, the code of an app, a provider, a passkey and an address with HTTPS, or
 * the ids of all fields.
 */
const NEVER_TAKEN = new Set([
  'GET /assets/{file_name}',
  'GET /static/pages/{file_name}',
  'GET /user_avatars/{realm_id}/emoji/images/still/{file_name}',
  'GET /user_avatars/{realm_id}/emoji/images/{file_name}',
  'GET /user_avatars/{realm_id}/realm/{kind}/{file_name}',
  'GET /user_avatars/{user_id}/{file_name}',
  'GET /user_uploads/download/{realm_id}/{path}',
  'GET /user_uploads/temporary/{token}/{file_name}',
  'GET /user_uploads/thumbnail/{realm_id}/{path}',
  'GET /user_uploads/{realm_id}/{path}',
  'POST /logout/oidc/{provider_id}',
  'POST /realm/emoji/{emoji_name}',
  'POST /realm/icon',
  'POST /realm/logo',
  'POST /user_uploads',
  'POST /tus',
  'GET /tus/{upload_id}',
  'PATCH /tus/{upload_id}',
  'POST /users/me/avatar',
  'POST /users/me/passkeys',
  'POST /users/me/passkeys/options',
  'POST /users/me/second_factor/recovery_codes',
  'POST /users/me/second_factor/totp/confirm',
  'PATCH /realm/profile_fields',
]);

/** Every endpoint that the owner can be let loose on. */
const ownersOperations = () =>
  operations.filter(({ name }) => ![CHANGES_KEY, ENDS_KEY].includes(name) && !ONLY_REFUSED.has(name));

it('the valid requests succeed before they are varied', async () => {
  const refused: string[] = [];
  for (const operation of ownersOperations().filter(({ method }) => method !== 'DELETE')) {
    const requests = requestsFor(operation);
    const { request } = requests.of('', { pairs: requests.fittingPairs() });
    const answer = await http.send(request);
    if (isTaken(request, answer) || NEVER_TAKEN.has(operation.name)) continue;
    refused.push(`${operation.name} ${answer.text.slice(0, 150)}`);
  }

  expect(refused).toEqual([]);
}, 60_000);

describe('a hostile request', () => {
  it('receives a sound response, and changes nothing if it is refused', async () => {
    const before = pids();
    const findings = new Findings();
    const refused: HostileRequest[] = [];
    const rules = new TriedRules();
    for (const operation of ownersOperations()) {
      const requests = requestsFor(operation);
      const all = [...requests.oddValues(rules), ...requests.oddForms(rules)].filter((request) => !waits(request));
      refused.push(...(await findings.collect(http, all)));
    }
    const writes = refused.filter(({ request }) => request.method !== 'GET');
    const some = writes.filter((_, index) => index % REPEATED_EVERY_NTH === 0);
    const changed = await changesByRefusals(findings, some);

    expect(findings.lines).toEqual([]);
    expect(changed).toEqual([]);
    expect(findings.refused).toBeGreaterThan(findings.taken);
    expect(pids()).toEqual(before);
    await world.owner.client.post('/messages', { type: 'stream', to: 'odd', topic: 'after', content: 'All is well' });
  }, 420_000);

  it('receives a sound response if it is huge', async () => {
    const before = pids();
    const findings = new Findings();
    const rules = new TriedRules();
    for (const operation of ownersOperations()) {
      await findings.collect(http, requestsFor(operation).hugeValues(rules), 3);
    }

    expect(findings.lines).toEqual([]);
    expect(pids()).toEqual(before);
  }, 420_000);

  it('receives a sound response if several parameters are wrong', async () => {
    for (const operation of ownersOperations().filter(({ parameters }) => parameters.length > 0)) {
      const requests = requestsFor(operation);
      const names = operation.parameters.map(({ name }) => name).filter((name) => name !== 'dont_block');
      const oddPair = fc.tuple(
        fc.constantFrom(...names),
        fc.oneof(fc.constantFrom(...ODD_VALUES), fc.json(), fc.string()),
      );
      const mixture = fc.array(oddPair, { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(mixture, async (odd) => {
          const replaced = new Map(odd.map(([name, value]) => [name, encodeURIComponent(value)]));
          const kept = requests.fittingPairs().filter(([name]) => !replaced.has(name));
          const { request } = requests.of('', { pairs: [...kept, ...replaced] });
          expect(faultsOf(request, await http.send(request))).toEqual([]);
        }),
        { seed: SEED, numRuns: MIXTURES_PER_ENDPOINT },
      );
    }
  }, 420_000);

  it('receives a sound response if success would deactivate the sender', async () => {
    const findings = new Findings();
    const member = await world.organization.addUser('Mel Member');
    for (const operation of operations.filter(({ name }) => ONLY_REFUSED.has(name))) {
      await findings.collect(http, requestsFor(operation, senderOf(member)).oddForms());
    }
    for (const operation of operations.filter(({ name }) => name === CHANGES_KEY)) {
      let { apiKey } = member;
      for (const { what } of requestsFor(operation).oddForms()) {
        const sender = senderOf({ ...member, apiKey });
        const again = [...requestsFor(operation, sender).oddForms()].find((request) => request.what === what);
        const { request } = again as HostileRequest;
        const answer = await http.send(request);
        expect(faultsOf(request, answer)).toEqual([]);
        if (answer.status === 200) apiKey = JSON.parse(answer.text).api_key;
      }
    }
    const leaver = await world.organization.addUser('Lea Leaver');
    for (const operation of operations.filter(({ name }) => name === ENDS_KEY)) {
      await findings.collect(http, requestsFor(operation, senderOf(leaver)).oddForms());
    }

    expect(findings.lines).toEqual([]);
  }, 60_000);
});

describe('a request with hostile HTTP', () => {
  const usersMe = (): ApiOperation => operations.find(({ name }) => name === 'GET /users/me') as ApiOperation;
  const send = (): ApiOperation => operations.find(({ name }) => name === 'POST /messages') as ApiOperation;

  it('receives a sound response at malformed paths', async () => {
    const findings = new Findings();
    const requests = ODD_PATHS.flatMap((path) =>
      ['GET', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND'].map((method) =>
        requestsFor(usersMe()).of(`${method} ${path.slice(0, 80)}`, { pairs: [], method, path }),
      ),
    );
    await findings.collect(http, requests);

    expect(findings.lines).toEqual([]);
  });

  it('receives a sound response with odd headers', async () => {
    const faults: string[] = [];
    for (const operation of [usersMe(), send()]) {
      const { request } = requestsFor(operation).of('', { pairs: requestsFor(operation).fittingPairs() });
      for (const [name, value] of ODD_HEADERS) {
        const headers = [...request.headers.filter(([other]) => other !== name), [name, value] as const];
        const odd = `${operation.name} with ${name}: ${value.slice(0, 60)}`;
        const found = await http.sendAlone({ ...request, headers }).then(
          (answer) => faultsOf(request, answer),
          (error: Error) => [error.message],
        );
        faults.push(...found.map((fault) => `${odd} ${fault}`));
      }
    }

    expect(faults).toEqual([]);
  });

  it('receives a sound response with bodies and heads beyond every limit', async () => {
    const { request } = requestsFor(send()).of('', { pairs: [] });
    const tooMuch = Buffer.alloc(30 * 1024 * 1024, 'a=b&');
    const head = (headers: readonly (readonly [string, string])[], body?: Buffer) =>
      http.sendAlone({ ...request, headers: [...request.headers.slice(0, 3), ...headers], body });
    const answers = await Promise.all([
      head([['content-length', String(tooMuch.length)]], tooMuch),
      head([['content-length', '99999999999']], Buffer.from('a=b')),
      head(Array.from({ length: 3_000 }, (_, n) => [`x-${n}`, '1'] as const)),
      head([['content-length', '-1']], Buffer.from('a=b')),
      head(
        [
          ['content-length', '3'],
          ['content-length', '5'],
        ],
        Buffer.from('a=bcd'),
      ),
      head(
        [
          ['transfer-encoding', 'chunked'],
          ['content-length', '3'],
        ],
        Buffer.from('3\r\na=b\r\n0\r\n\r\n'),
      ),
      head([['transfer-encoding', 'chunked']], Buffer.from('zz\r\na=b\r\n')),
      head([['transfer-encoding', 'gzip, chunked']], Buffer.from('3\r\na=b\r\n0\r\n\r\n')),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([413, 413, 431, 400, 400, 400, 400, expect.any(Number)]);
    expect(answers.flatMap((answer) => faultsOf(request, answer))).toEqual([]);
    expect((await world.owner.client.call('GET', '/users/me')).status).toBe(200);
  }, 60_000);

  it('times out if its body never arrives, and does not delay other requests', async () => {
    const { request } = requestsFor(send()).of('', { pairs: [] });
    const stalled = new RawHttp(tested.system.baseUrl, 1_500);
    const waiting = Array.from({ length: 100 }, () =>
      stalled.send({
        ...request,
        headers: [...request.headers.slice(0, 3), ['content-length', '50']],
        body: Buffer.from('type='),
      }),
    );

    expect((await world.owner.client.call('GET', '/users/me')).status).toBe(200);

    await Promise.allSettled(waiting);
    stalled.close();
  });
});

it('all hostile requests leave no error in the logs of the services', () => {
  expect(kindsOf(tested.loggedErrors)).toEqual([]);
});
