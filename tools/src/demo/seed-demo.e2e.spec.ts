import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Mail } from '../mail-sink/mail.js';
import { type MailSink, startMailSink } from '../mail-sink/mail-sink.js';
import { makeTemporaryFolder } from '../servers/reachable-folder.js';
import { type System, startSystem } from '../supervisor/system.js';
import { type AnsweringProgram, startAnsweringProgram } from './answering-program.js';
import type { DemoBot, DemoUser } from './organization.js';
import { CONVERSATIONS, STREAMS } from './organization.js';
import { type SeededDemo, seedDemo } from './seed-demo.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MAIL_WITHIN_MS = 20_000;
const REPLY_WITHIN_MS = 30_000;

let folder: string;
let system: System;
let mailSink: MailSink;
/** Of this start, and of the next one. */
let programs: [AnsweringProgram, AnsweringProgram];
let demo: SeededDemo;

beforeAll(async () => {
  folder = makeTemporaryFolder('chat-demo-');
  mailSink = await startMailSink({ folder: join(folder, 'mails') });
  programs = [await startAnsweringProgram(), await startAnsweringProgram()];
  const rules = programs.map(({ egressRule }) => egressRule);
  const env = { LOG_LEVEL: 'warn', SMTP_URL: mailSink.smtpUrl, EGRESS_ALLOW: rules.join(',') };
  system = await startSystem({ root: ROOT, folder: join(folder, 'system'), isDurable: false, env });
  demo = await seedDemo(system, programs[0]);
});

afterAll(async () => {
  await system?.stop();
  await mailSink?.close();
  await Promise.all((programs ?? []).map((program) => program.close()));
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
  const again = await seedDemo(system, programs[0]);

  expect(again).toEqual(demo);
  expect(await count()).toBe(received);
});

function botNamed(name: string, { bots } = demo.organization): DemoBot {
  return bots.find((bot) => bot.full_name === name)!;
}

/** Waits for so many messages of a topic of engineering. */
async function messagesIn(topic: string, count: number): Promise<{ sender_id: number; content: string }[]> {
  const narrow = encodeURIComponent(
    JSON.stringify([
      ['stream', 'engineering'],
      ['topic', topic],
    ]),
  );
  const path = `/messages?anchor=newest&num_before=10&num_after=0&apply_markdown=false&narrow=${narrow}`;
  const deadline = Date.now() + REPLY_WITHIN_MS;
  for (;;) {
    const { messages } = (await get(withRole(100), path)) as { messages: { sender_id: number; content: string }[] };
    if (messages.length >= count || Date.now() > deadline) return messages;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function call(user: DemoUser, method: string, path: string, parameters: Record<string, string> = {}) {
  const headers = { authorization: authorizationOf(user) };
  const body = new URLSearchParams(parameters);
  const response = await fetch(`${system.baseUrl}/api/v1${path}`, { method, headers, body });
  expect(await response.json()).toMatchObject({ result: 'success' });
}

const mention = (topic: string, content: string) =>
  call(withRole(400), 'POST', '/messages', { type: 'stream', to: 'engineering', topic, content });

it('lists the webhook bots with their keys, and posts events of a service through the incoming one', async () => {
  expect(demo.organization.bots).toMatchObject([
    { full_name: 'Alert Bot', bot_type: 2, owner_id: withRole(100).user_id, services: [] },
    { full_name: 'Word Counter', bot_type: 3, services: [{ base_url: programs[0].url, interface: 1 }] },
  ]);
  const { user_id, api_key } = botNamed('Alert Bot');
  const address = `${system.baseUrl}/api/v1/external/json?api_key=${api_key}&stream=engineering&topic=alerts`;

  const response = await fetch(address, { method: 'POST', body: '{"service":"booking","status":"down"}' });

  expect(await response.json()).toMatchObject({ result: 'success' });
  expect(await messagesIn('alerts', 1)).toEqual([
    expect.objectContaining({ sender_id: user_id, content: '**booking** is down.' }),
  ]);
});

it('answers a mention of the outgoing webhook bot', async () => {
  await mention('words', '@**Word Counter** How long is this?');

  expect((await messagesIn('words', 2)).at(-1)).toMatchObject({
    sender_id: botNamed('Word Counter').user_id,
    content: '4 words, 17 characters.',
  });
});

it('answers on another port after a second start, which makes no further bots', async () => {
  const { organization, problem } = await seedDemo(system, programs[1]);

  expect(problem).toBeUndefined();
  const withoutServices = ({ bots }: typeof organization) => bots.map((bot) => ({ ...bot, services: [] }));
  expect(withoutServices(organization)).toEqual(withoutServices(demo.organization));
  const [service] = botNamed('Word Counter').services;
  expect(botNamed('Word Counter', organization).services).toEqual([{ ...service, base_url: programs[1].url }]);
  expect(JSON.parse(readFileSync(join(system.folder, 'demo.json'), 'utf8'))).toEqual(organization);

  await programs[0].close();
  await mention('more words', '@**Word Counter** One more time.');

  expect((await messagesIn('more words', 2)).at(-1)?.content).toBe('3 words, 14 characters.');
});

it('leaves a bot with another address and a deactivated bot as they are', async () => {
  const [alertBot, wordCounter] = [botNamed('Alert Bot'), botNamed('Word Counter')];
  const payloadUrl = 'https://bots.example.com/words';
  await call(withRole(100), 'PATCH', `/bots/${wordCounter.user_id}`, { service_payload_url: payloadUrl });
  await call(withRole(100), 'DELETE', `/bots/${alertBot.user_id}`);

  const { organization, problem } = await seedDemo(system, programs[1]);

  expect(problem).toBeUndefined();
  expect(organization.bots).toEqual([
    { ...wordCounter, services: [{ ...wordCounter.services[0], base_url: payloadUrl }] },
  ]);
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
  expect((await mailTo(person.email, 'moved@')).text).toContain('moved@fernwood.example');
});

/** The first mail to the address with that text. */
async function mailTo(address: string, part = ''): Promise<Mail> {
  const deadline = Date.now() + MAIL_WITHIN_MS;
  while (Date.now() < deadline) {
    const { mails } = (await (await fetch(`${mailSink.pageUrl}/mails.json`)).json()) as { mails: Mail[] };
    const found = mails.find(({ to, text }) => to.includes(address) && text.includes(part));
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail to ${address}.`);
}
