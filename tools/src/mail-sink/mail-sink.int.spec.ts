import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Mail } from './mail.js';
import { type MailSink, startMailSink } from './mail-sink.js';
import { MAX_MAIL_BYTES } from './smtp-receiver.js';

let folder: string;
let sink: MailSink;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chat-mail-sink-'));
  sink = await startMailSink({ folder });
});

afterAll(async () => {
  await sink?.close();
  rmSync(folder, { recursive: true, force: true });
});

const send = (mail: SendMailOptions, url = sink.smtpUrl) =>
  createTransport(url).sendMail({ from: 'Chat <noreply@chat.example>', to: 'ana@chat.example', text: 'text', ...mail });

async function mailsOf({ pageUrl }: MailSink): Promise<Mail[]> {
  return ((await (await fetch(`${pageUrl}/mails.json`)).json()) as { mails: Mail[] }).mails;
}

function statusWith(options: { host?: string; method?: string; path?: string }): Promise<number | undefined> {
  const { host = '127.0.0.1', method = 'GET', path = '/mails.json' } = options;
  return new Promise((resolve, reject) => {
    request(`${sink.pageUrl}${path}`, { method, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

it('shows a mail that was sent, as data and on a page with its link', async () => {
  const link = `http://127.0.0.1:9991/accounts/confirm_new_email/${'Ab-_9'.repeat(20)}`;
  await send({ subject: 'Bestätigen – <b>', text: `Hello Zoë,\n\n${link}\n\n.\nIt works once.\n` });

  const [mail] = await mailsOf(sink);
  expect(mail).toMatchObject({
    from: 'noreply@chat.example',
    to: ['ana@chat.example'],
    subject: 'Bestätigen – <b>',
    text: `Hello Zoë,\n\n${link}\n\n.\nIt works once.\n`,
    links: [link],
  });
  const page = await fetch(sink.pageUrl);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain(`<a href="${link}"`);
  expect(html).toContain('Bestätigen – &lt;b&gt;');
});

it('takes mail to an address beyond ASCII', async () => {
  await send({ to: 'josé@bücher.example' });

  expect((await mailsOf(sink))[0]?.to).toEqual(['josé@bücher.example']);
});

it('refuses a mail that is too long, and goes on', async () => {
  const text = 'too long\n'.repeat(MAX_MAIL_BYTES / 8);

  await expect(send({ text })).rejects.toMatchObject({ responseCode: 552 });
  await send({ subject: 'short' });

  expect((await mailsOf(sink))[0]?.subject).toBe('short');
});

it('drops a mail without its end and accepts the next', async () => {
  const before = await mailsOf(sink);
  const socket = connect(Number(new URL(sink.smtpUrl).port), '127.0.0.1');
  for (const line of ['EHLO a', 'MAIL FROM:<a@b.example>', 'RCPT TO:<c@d.example>', 'DATA']) {
    await once(socket, 'data');
    socket.write(`${line}\r\n`);
  }
  await once(socket, 'data');
  socket.write('Subject: half\r\n\r\nhalf a te');
  socket.resetAndDestroy();
  await once(socket, 'close');

  await send({ subject: 'whole' });

  expect((await mailsOf(sink)).slice(1)).toEqual(before);
});

it('shows mails to this machine alone, and takes no commands', async () => {
  expect(await statusWith({ host: 'localhost:8000' })).toBe(200);
  expect(await statusWith({ host: '[::1]' })).toBe(200);
  expect(await statusWith({ host: 'rebound.example' })).toBe(403);
  expect(await statusWith({ host: '127.0.0.1.rebound.example' })).toBe(403);
  expect(await statusWith({ method: 'POST' })).toBe(405);
  expect(await statusWith({ path: '/other' })).toBe(404);
});

it('shows the mails of an earlier start, on another port when its own is taken', async () => {
  const port = Number(new URL(sink.pageUrl).port);

  const second = await startMailSink({ folder, port });

  expect(second.pageUrl).not.toBe(sink.pageUrl);
  expect(await mailsOf(second)).toEqual(await mailsOf(sink));
  await second.close();
  await expect(fetch(second.pageUrl)).rejects.toThrow();
  await expect(send({}, second.smtpUrl)).rejects.toThrow();
});
