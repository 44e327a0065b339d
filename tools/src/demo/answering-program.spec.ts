import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort } from '../servers/free-port.js';
import { type AnsweringProgram, isProgramUrl, startAnsweringProgram } from './answering-program.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCE = join(ROOT, 'tools/demo-bot/word-counter.mjs');
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = JSON.stringify({ data: '@**Word Counter** How long is naïve 🚲?' });
const WITHIN_MS = 15_000;

const now = () => Math.floor(Date.now() / 1000);

function signed(body: string, { secret = SECRET, seconds = now() } = {}): Record<string, string> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`msg_1.${seconds}.${body}`).digest('base64');
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}

const post = (url: string, body: string, headers: Record<string, string> = signed(body)) =>
  fetch(url, { method: 'POST', body, headers });

describe('the program behind the outgoing webhook bot of the demo', () => {
  let program: AnsweringProgram;
  beforeEach(async () => {
    program = await startAnsweringProgram();
    program.answerFor(SECRET);
  });
  afterEach(() => program.close());

  it('counts the words and characters of a message without its mentions', async () => {
    const response = await post(program.url, BODY);

    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ content: '5 words, 20 characters.' });
    const empty = JSON.stringify({ data: '@**Word Counter**' });
    expect(await (await post(program.url, empty)).json()).toEqual({ content: '0 words, 0 characters.' });
  });

  it('accepts one genuine signature among several, as during a rotation', async () => {
    const headers = signed(BODY);
    const several = { ...headers, 'webhook-signature': `v1,other ${headers['webhook-signature']}` };

    expect((await post(program.url, BODY, several)).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['no signature', {}],
    ['the signature of another secret', signed(BODY, { secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` })],
    ['the signature of another body', signed(`${BODY} `)],
    ['an old signature', signed(BODY, { seconds: now() - 3_600 })],
    ['a signature from the future', signed(BODY, { seconds: now() + 3_600 })],
    ['a signature of another length', { ...signed(BODY), 'webhook-signature': 'v1,é' }],
  ])('refuses a request with %s', async (_, headers) => {
    expect((await post(program.url, BODY, headers)).status).toBe(401);
  });

  it('refuses a body that is no JSON or too long, and goes on', async () => {
    expect((await post(program.url, 'text=hello')).status).toBe(400);
    const long = 'x'.repeat(1_000_001);
    const refusal = await post(program.url, long).then(
      ({ status }) => status,
      () => 'broken off',
    );
    expect([400, 'broken off']).toContain(refusal);

    expect((await post(program.url, BODY)).status).toBe(200);
  });

  it('breaks connections until it knows the secret, and listens on the loopback interface only', async () => {
    const early = await startAnsweringProgram();

    await expect(post(early.url, BODY)).rejects.toThrow();
    early.answerFor(SECRET);
    expect((await post(early.url, BODY)).status).toBe(200);
    expect(early.egressRule).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(new URL(early.url).host).toBe(early.egressRule);

    await early.close();
    await expect(post(early.url, BODY)).rejects.toThrow();
  });

  it('recognizes its address of an earlier start, and no other address', () => {
    expect(isProgramUrl(program.url)).toBe(true);
    expect(isProgramUrl('http://127.0.0.1:1/word-counter')).toBe(true);
    for (const other of ['http://127.0.0.1:5002/', 'https://bots.example.com/word-counter', `${program.url}/2`]) {
      expect(isProgramUrl(other)).toBe(false);
    }
  });
});

it('a copy of the program runs alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chat-word-counter-'));
  const copy = join(folder, 'my-bot.mjs');
  cpSync(SOURCE, copy);
  const port = await freePort();
  const env = { ...process.env, SIGNING_SECRET: SECRET, PORT: String(port) };
  const child = spawn(process.execPath, [copy], { env, stdio: 'inherit' });
  try {
    const deadline = Date.now() + WITHIN_MS;
    const send = (): Promise<Response> =>
      post(`http://127.0.0.1:${port}`, BODY).catch((error: unknown) => {
        if (Date.now() > deadline || child.exitCode !== null) throw error;
        return new Promise((resolve) => setTimeout(resolve, 20)).then(send);
      });
    expect(await (await send()).json()).toEqual({ content: '5 words, 20 characters.' });
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

it('the page about outgoing webhook bots shows the program as it is', () => {
  const page = readFileSync(join(ROOT, 'docs/integrations/outgoing-webhook-bots.md'), 'utf8');

  expect(/```js\n([\s\S]*?)```/.exec(page)?.[1]).toBe(readFileSync(SOURCE, 'utf8'));
});
