import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Mail } from '../mail-sink/mail.js';
import { type MailSink, startMailSink } from '../mail-sink/mail-sink.js';
import { makeTemporaryFolder } from '../servers/reachable-folder.js';
import { type System, startSystem } from '../supervisor/system.js';
import type { DemoUser } from './organization.js';
import { CONVERSATIONS, STREAMS } from './organization.js';
import { type SeededDemo, seedDemo } from './seed-demo.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MAIL_WITHIN_MS = 20_000;

let folder: string;
let system: System;
let mailSink: MailSink;
let demo: SeededDemo;

beforeAll(async () => {
  folder = makeTemporaryFolder('chat-demo-');
  mailSink = await startMailSink({ folder: join(folder, 'mails') });
  const env = { LOG_LEVEL: 'warn', SMTP_URL: mailSink.smtpUrl };
  system = await startSystem({ root: ROOT, folder: join(folder, 'system'), isDurable: false, env });
  demo = await seedDemo(system);
});

afterAll(async () => {
  await system?.stop();
  await mailSink?.close();
  system?.discard();
  rmSync(folder, { recursive: true, force: true });
});

async function get(user: DemoUser, path: string): Promise<Record<string, unknown>> {
  const headers = { authorization: authorizationOf(user) };
  const response = await fetch(`${system.baseUrl}/api/v1${path}`, { headers });
  return (await response.json()) as Record<string, unknown>;
}

function authorizationOf({ email, api_key }: DemoUser): string {
  return `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`;
}

function withRole(role: number): DemoUser {
  return demo.organization.users.find((user) => user.role === role)!;
}

it('writes accounts of every role that can be used at once', async () => {
  const path = join(system.folder, 'demo.json');

  expect(demo.problem).toBeUndefined();
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(demo.organization);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  for (const user of demo.organization.users) {
    expect(await get(user, '/users/me')).toMatchObject({
      result: 'success',
      user_id: user.user_id,
      role: user.role,
      is_bot: user.is_bot,
    });
  }
});

it('signs every user in with the password of the file', async () => {
  for (const { email, password, api_key } of demo.organization.users.filter((user) => !user.is_bot)) {
    const body = new URLSearchParams({ username: email, password });
    const response = await fetch(`${system.baseUrl}/api/v1/fetch_api_key`, { method: 'POST', body });

    expect(await response.json()).toMatchObject({ result: 'success', api_key });
  }
});

it('shows the owner every stream, and the guest only those with the guest in them', async () => {
  const namesFor = async (user: DemoUser) => {
    const { streams } = (await get(user, '/streams')) as { streams: { name: string }[] };
    return streams.map(({ name }) => name).sort();
  };

  expect(await namesFor(withRole(100))).toEqual(STREAMS.map(({ name }) => name).sort());
  expect(await namesFor(withRole(600))).toEqual(['engineering', 'general']);
});

it('posts each message once, though an interrupted start repeats', async () => {
  const count = async () => {
    const { messages } = (await get(withRole(100), '/messages?anchor=newest&num_before=1000&num_after=0')) as {
      messages: { sender_id: number }[];
    };
    // The system itself announces new streams.
    const people = new Set(demo.organization.users.map((user) => user.user_id));
    return messages.filter((message) => people.has(message.sender_id)).length;
  };
  // Without a narrow, history contains the received messages, not the public streams of others.
  const received = CONVERSATIONS.filter((conversation) =>
    'topic' in conversation
      ? STREAMS.find(({ name }) => name === conversation.stream)!.members.includes('nora')
      : conversation.between.includes('nora'),
  ).flatMap(({ messages }) => messages).length;
  expect(await count()).toBe(received);

  rmSync(join(system.folder, 'run', 'demo-progress.json'));
  const again = await seedDemo(system);

  expect(again).toEqual(demo);
  expect(await count()).toBe(received);
});

it('confirms a new address by the link in the mail of the sink', async () => {
  const person = withRole(400);
  const change = await fetch(`${system.baseUrl}/api/v1/settings`, {
    method: 'PATCH',
    headers: { authorization: authorizationOf(person) },
    body: new URLSearchParams({ email: 'moved@fernwood.example' }),
  });
  expect(await change.json()).toMatchObject({ result: 'success' });
  expect(await get(person, '/users/me')).toMatchObject({ delivery_email: person.email });

  const mail = await mailTo('moved@fernwood.example');
  const link = mail.links.find((address) => address.includes('/confirm_new_email/'))!;
  expect(link.startsWith(system.baseUrl)).toBe(true);
  expect((await fetch(link)).status).toBe(200);

  expect(await get({ ...person, email: 'moved@fernwood.example' }, '/users/me')).toMatchObject({
    delivery_email: 'moved@fernwood.example',
  });
  expect((await mailTo(person.email)).text).toContain('moved@fernwood.example');
});

async function mailTo(address: string): Promise<Mail> {
  const deadline = Date.now() + MAIL_WITHIN_MS;
  while (Date.now() < deadline) {
    const { mails } = (await (await fetch(`${mailSink.pageUrl}/mails.json`)).json()) as { mails: Mail[] };
    const found = mails.find(({ to }) => to.includes(address));
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail to ${address}.`);
}
