import {
  ApiKeyChanged,
  Bool,
  badRequest,
  Integer,
  Role,
  ServiceRequest,
  UserUpdated,
  unlistedEndpoint,
} from '@chat/contracts';
import { partitionOf, stateEventsKey, stateEventsTailKey } from '@chat/event-log';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import { type FakeUser, TEST_REALM_ID } from '../testing/fake-users.js';
import { TestGateway, type TestRequest, type TestResponse } from '../testing/test-gateway.js';

/*
 * A caller is admitted as of every state event that is in the log, before any service receives a request of the call. The service here
 * notes the requests that reach it. A state event that the gateway has not read yet is made in two steps: first the tail of the log, then the entry.
 */

class Note extends ServiceRequest<{ role: number }> {
  static readonly pattern = 'messaging.sample.note';
  role!: number;
  step!: number;
}

class NoteParameters {
  @Integer({ min: 1, default: 1 }) steps!: number;
  @Bool({ default: false }) atOnce!: boolean;
}

class NoteResponse {
  @Integer() role!: number;
}

const noteEndpoint = unlistedEndpoint('POST /notes', {
  pattern: 'gateway.notes.add',
  summary: 'Note',
  parameters: NoteParameters,
  response: NoteResponse,
});

@Controller()
class NoteController {
  @Endpoint(noteEndpoint)
  async note(call: Call<typeof noteEndpoint>) {
    const { steps, atOnce } = call.parameters;
    const note = (step: number) => call.request(Note, { role: call.principal.role, step });
    if (atOnce) await Promise.all(Array.from({ length: steps }, (_, step) => note(step)));
    else for (let step = 0; step < steps; step++) await note(step);
    return { role: call.principal.role };
  }
}
@Module({ controllers: [NoteController] })
class NoteModule {}

const PER_USER = 4;
let gateway: TestGateway;
let user: FakeUser;
let notes: Pick<Note, 'role' | 'step'>[];

beforeAll(async () => {
  const note = ({ role, step }: Note) => {
    notes.push({ role, step });
    if (step === 9) throw badRequest('No.');
    return { role };
  };
  gateway = await TestGateway.start({
    features: [NoteModule],
    services: { messaging: { [Note.pattern]: note } },
    settings: { rateLimits: { perUser: PER_USER, perAddress: 0, picturesPerAddress: 0 } },
  });
});
beforeEach(async () => {
  notes = [];
  user = gateway.users.add({ role: Role.Member });
  // From now on the gateway knows the credentials.
  expect((await post()).status).toBe(200);
  notes = [];
});
afterAll(() => gateway.close());

const post = (form: Record<string, string> = {}): Promise<TestResponse> =>
  gateway.request('POST', '/notes', { as: { ...user }, form });

/** Announces a state event about the user, which comes when `arrive` is called. */
async function announce(change: Partial<FakeUser>): Promise<{ arrive(): Promise<unknown> }> {
  const partition = partitionOf(TEST_REALM_ID);
  const id = `${Date.now() + 1}-0`;
  const [type, payload] = [
    change.apiKey ? ApiKeyChanged.type : UserUpdated.type,
    JSON.stringify({ userId: user.userId }),
  ];
  const former = { ...user };
  Object.assign(user, change);
  user = Object.assign(user, { email: former.email });
  await gateway.redis.redis.set(stateEventsTailKey(partition), id);
  const fields = ['s', 'users', 'r', TEST_REALM_ID, 'n', Date.now(), 't', type, 'd', payload, 'f', Date.now() - 1];
  return { arrive: () => gateway.redis.redis.xadd(stateEventsKey(partition), id, ...fields) };
}

/** A call that was sent while the gateway does not know of the change; it knows of it after a while. */
async function postBefore(change: Partial<FakeUser>, form: Record<string, string> = {}): Promise<TestResponse> {
  return requestBefore(change, { form });
}

async function requestBefore(change: Partial<FakeUser>, request: TestRequest): Promise<TestResponse> {
  const before = { ...user };
  const announced = await announce(change);
  const response = gateway.request('POST', '/notes', { ...request, as: before });
  // Long enough for the call to be admitted and noted, were it not for the announcement.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(notes).toEqual([]);
  await announced.arrive();
  return response;
}

describe('a call during a change of its caller', () => {
  it('is served as of the change, once', async () => {
    expect((await postBefore({ role: Role.Guest })).body['role']).toBe(Role.Guest);
    expect(notes).toEqual([{ role: Role.Guest, step: 0 }]);
  });

  it('is refused without effect if the key has changed', async () => {
    expect((await postBefore({ apiKey: 'n'.repeat(32) })).status).toBe(401);
    expect(notes).toEqual([]);
  });

  it('sends none of its requests twice, neither in sequence nor at once', async () => {
    expect((await postBefore({ fullName: 'Another' }, { steps: '3' })).status).toBe(200);
    expect(notes.map(({ step }) => step)).toEqual([0, 1, 2]);
    notes = [];
    expect((await postBefore({ fullName: 'A third' }, { steps: '3', at_once: 'true' })).status).toBe(200);
    expect(notes.map(({ step }) => step).sort()).toEqual([0, 1, 2]);
  });

  it('gets no error about parameters or body if the key is wrong', async () => {
    expect((await postBefore({ apiKey: 'm'.repeat(32) }, { steps: '0' })).status).toBe(401);
    user.apiKey = 'l'.repeat(32);
    expect((await post()).status).toBe(200);
    notes = [];
    const headers = { 'content-type': 'multipart/form-data' };
    const response = requestBefore({ apiKey: 'o'.repeat(32) }, { headers, body: 'no boundary' });
    expect((await response).status).toBe(401);
  });
});

describe('the limit of calls', () => {
  it('counts each call once; calls beyond it have no effect', async () => {
    const responses: TestResponse[] = [];
    for (let call = 1; call < PER_USER + 2; call++) responses.push(await post({ steps: '2' }));

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(responses.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['2', '1', '0', '0', '0']);
    expect(responses.at(-1)?.body).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': expect.any(Number) });
    expect(notes).toHaveLength(3 * 2);
  });

  it('counts calls that services or the gateway refuse', async () => {
    const refusedByService = await post({ steps: '10' });
    const refusedHere = await post({ steps: '0' });

    expect(refusedByService).toMatchObject({ status: 400, body: { msg: 'No.' } });
    expect(refusedByService.headers.get('x-ratelimit-remaining')).toBe('2');
    expect(refusedHere.status).toBe(400);
    expect(refusedHere.headers.get('x-ratelimit-remaining')).toBe('1');
  });

  it('counts a call once that waits for a state event', async () => {
    const response = await postBefore({ fullName: 'Another' });

    expect(response.headers.get('x-ratelimit-remaining')).toBe('2');
  });
});
