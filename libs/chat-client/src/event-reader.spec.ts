import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ApiCall, ApiClient, UnexpectedResponse } from './api-client.js';
import { EventReader, pauseMs, type WireEvent } from './event-reader.js';
import type { WireState } from './state/wire-state.js';

/** Responses of the server in order; afterwards polls wait. */
type Answer = { status?: number; headers?: object; body: object | string } | 'cut';

describe('EventReader', () => {
  let server: Server;
  let asked: string[];
  let answers: Answer[];
  beforeEach(async () => {
    asked = [];
    answers = [];
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const answer = answers.shift();
      if (answer === 'cut') return void request.socket.destroy();
      if (answer === undefined) return;
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const registered = (queue_id: string): Answer => ({ body: { result: 'success', queue_id, last_event_id: -1 } });
  const events = (...ids: number[]): Answer => ({
    body: { result: 'success', events: ids.map((id) => ({ id, type: 'heartbeat' })) },
  });
  const gone: Answer = {
    status: 400,
    body: { result: 'error', msg: 'Bad event queue ID: a', code: 'BAD_EVENT_QUEUE_ID' },
  };

  it('continues after errors, acknowledges events, and registers again when the queue is gone', async () => {
    const seen: WireEvent[] = [];
    const states: WireState[] = [];
    const errors: Error[] = [];
    const calls: ApiCall[] = [];
    answers.push(
      registered('a'),
      events(0, 1),
      'cut',
      { status: 503, body: { msg: 'later' } },
      events(4),
      gone,
      registered('b'),
      events(0),
    );
    const { port } = server.address() as AddressInfo;
    const client = new ApiClient(`http://127.0.0.1:${port}`, { onResponse: (call) => calls.push(call) });

    const reader = await EventReader.start(
      client,
      { event_types: ['heartbeat'] },
      {
        onState: (state) => states.push(state),
        onEvent: (event) => seen.push(event),
        onError: (error) => errors.push(error),
      },
    );
    while (asked.length < 9) await new Promise((resolve) => setTimeout(resolve, 5));
    const queueId = reader.queueId;
    await reader.stop();
    client.close();

    expect(seen.map(({ id }) => id)).toEqual([0, 1, 4, 0]);
    expect(states.map((state) => state.queue_id)).toEqual(['a', 'b']);
    expect(errors).toHaveLength(2);
    expect(queueId).toBe('b');
    expect(asked).toEqual([
      'POST /api/v1/register',
      'GET /api/v1/events?queue_id=a&last_event_id=-1',
      'GET /api/v1/events?queue_id=a&last_event_id=1',
      ...Array(2).fill('GET /api/v1/events?queue_id=a&last_event_id=1&dont_block=true'),
      'GET /api/v1/events?queue_id=a&last_event_id=4',
      'POST /api/v1/register',
      'GET /api/v1/events?queue_id=b&last_event_id=-1',
      'GET /api/v1/events?queue_id=b&last_event_id=0',
    ]);
    expect(calls.map(({ method, path, status }) => `${method} ${path} ${status}`).slice(0, 2)).toEqual([
      'POST /register 200',
      'GET /events 200',
    ]);
  });

  it('reads on from a queue of another tab, and repeats a request when it is woken', async () => {
    const { port } = server.address() as AddressInfo;
    const connected: string[] = [];
    const reader = new EventReader(
      new ApiClient(`http://127.0.0.1:${port}`),
      {},
      { onConnected: () => connected.push('connected') },
      { id: 'a', lastEventId: 7 },
    );
    answers.push(events(8));
    while (asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));

    reader.wake();

    while (asked.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    await reader.stop();
    expect(asked).toEqual([
      'GET /api/v1/events?queue_id=a&last_event_id=7&dont_block=true',
      'GET /api/v1/events?queue_id=a&last_event_id=8',
      'GET /api/v1/events?queue_id=a&last_event_id=8&dont_block=true',
    ]);
    expect(connected).toEqual(['connected']);
  });

  it('ends when the session is over', async () => {
    const { port } = server.address() as AddressInfo;
    answers.push({ status: 401, body: { result: 'error', code: 'UNAUTHORIZED', msg: 'Not logged in' } });

    const api = new ApiClient(`http://127.0.0.1:${port}`);
    await new Promise<void>((resolve) => void new EventReader(api, {}, { onSignedOut: resolve }));

    expect(asked).toEqual(['POST /api/v1/register']);
  });

  it('tries again after a response of a proxy, when its `retry-after` says so', async () => {
    const { port } = server.address() as AddressInfo;
    answers.push({ status: 502, body: '<html>', headers: { 'retry-after': '0.05' } }, registered('a'));
    const errors: Error[] = [];

    const api = new ApiClient(`http://127.0.0.1:${port}`);
    const reader = await EventReader.start(api, {}, { onError: (error) => errors.push(error) });
    await reader.stop();

    expect(errors).toEqual([expect.any(UnexpectedResponse)]);
    expect((errors[0] as UnexpectedResponse).response).toMatchObject({
      status: 502,
      headers: { 'retry-after': '0.05' },
    });
  });
});

describe('the pause after a failure', () => {
  it('doubles up to eight seconds, and differs between clients', () => {
    expect([0, 1, 2, 20].map((failures) => pauseMs(failures, undefined, () => 1))).toEqual([100, 200, 400, 8_000]);
    expect([0, 20].map((failures) => pauseMs(failures, undefined, () => 0))).toEqual([50, 4_000]);
    expect(pauseMs(3)).not.toBe(pauseMs(3));
  });

  it('is never shorter than `retry-after`, and up to a quarter longer', () => {
    const refused = (after?: string) =>
      new UnexpectedResponse('POST /register', { status: 503, headers: { 'retry-after': after }, body: {} });
    expect([0, 1].map((random) => pauseMs(0, refused('12'), () => random))).toEqual([12_000, 15_000]);
    expect(pauseMs(20, refused('1'), () => 0)).toBe(4_000);
    const unusable = [refused(), refused('soon'), refused('-1'), new Error('socket hang up')];
    expect(unusable.map((error) => pauseMs(0, error, () => 0))).toEqual([50, 50, 50, 50]);
  });
});
