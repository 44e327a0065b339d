import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Conversation, DemoUser } from './organization.js';
import { PEOPLE, PERSON_KEYS, type PersonKey, STREAMS } from './organization.js';
import { postConversations } from './post-conversations.js';

/** A service that takes everything and remembers it; `refuseOnce` is answered with 429 the first time. */
let server: Server;
let calls: { path: string; from: string; form: Record<string, string> }[];
let refuseOnce: string | undefined;

beforeEach(async () => {
  calls = [];
  refuseOnce = undefined;
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      if (refuseOnce !== undefined && form.content === refuseOnce) {
        refuseOnce = undefined;
        response.writeHead(429, { 'retry-after': '0.01' }).end('{"result":"error","msg":"slow down"}');
        return;
      }
      const credentials = Buffer.from(request.headers.authorization!.slice('Basic '.length), 'base64').toString();
      calls.push({ path: request.url!, from: credentials.split('@')[0]!, form });
      response.end(JSON.stringify({ result: 'success', id: calls.length }));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const accounts = Object.fromEntries(
  PERSON_KEYS.map((key, index) => [key, { user_id: index + 1, email: `${PEOPLE[key].address}@x`, api_key: 'k' }]),
) as Record<PersonKey, DemoUser>;

const conversations: Conversation[] = [
  {
    stream: 'general',
    topic: 'one',
    messages: [
      ['nora', 'a', { tada: ['mei'] }],
      ['mei', 'b'],
    ],
  },
  { between: ['jonas', 'ravi'], messages: [['ravi', 'c']] },
];

function post(done: Set<number>): Promise<void> {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return postConversations({ baseUrl, accounts, conversations, done, onDone: () => {} });
}

function sent(): string[] {
  return calls.filter(({ path }) => path === '/api/v1/messages').map(({ from, form }) => `${from}: ${form.content}`);
}

describe('postConversations', () => {
  it('makes the streams first, then says everything in the order of each topic', async () => {
    const done = new Set<number>();
    await post(done);

    expect(calls.slice(0, STREAMS.length).every(({ path }) => path === '/api/v1/users/me/subscriptions')).toBe(true);
    expect(sent().filter((line) => line !== 'ravi: c')).toEqual(['nora: a', 'mei: b']);
    expect(sent()).toContain('ravi: c');
    expect(calls).toContainEqual(expect.objectContaining({ from: 'mei', form: { emoji_name: 'tada' } }));
    expect(done).toEqual(new Set([0, 1]));
  });

  it('addresses people by id, and names each message so that a repeat is recognized', async () => {
    await post(new Set());

    const direct = calls.find(({ form }) => form.content === 'c');
    expect(direct?.form).toEqual({
      type: 'direct',
      to: JSON.stringify([accounts.jonas.user_id, accounts.ravi.user_id]),
      content: 'c',
      queue_id: 'demo',
      local_id: '1.0',
    });
  });

  it('goes on where an earlier start stopped', async () => {
    await post(new Set([0]));

    expect(sent()).toEqual(['ravi: c']);
  });

  it('waits after a 429', async () => {
    refuseOnce = 'a';
    await post(new Set());

    expect(sent().filter((line) => line === 'nora: a')).toHaveLength(1);
  });
});
