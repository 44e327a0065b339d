/*
 * An outgoing webhook bot. The server posts each message for the bot to this program, and the response has the reply. `npm start` runs
 * it for the demo organization. For a bot of your own copy the file, change `reply`, and run the copy:
 * SIGNING_SECRET=whsec_… PORT=5002 node word-counter.mjs
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const MAX_LENGTH = 1_000_000;
const MAX_AGE_SECONDS = 300;

/** The reply to a message, in Markdown. */
function reply({ data }) {
  const text = data.replace(/@\*\*[^*]+\*\*/g, '').trim();
  return `${text.split(/\s+/).filter(Boolean).length} words, ${[...text].length} characters.`;
}

/** Whether the server signed the body, at most five minutes ago (Standard Webhooks). */
function isGenuine(key, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) < MAX_AGE_SECONDS)) return false;
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`);
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

async function bodyOf(request) {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
    if (body.length > MAX_LENGTH) throw new Error('The request is too long.');
  }
  return body;
}

/** Handles the requests to a bot with this signing secret. */
export function answering(signingSecret) {
  const key = Buffer.from(signingSecret.replace('whsec_', ''), 'base64');
  return async (request, response) => {
    try {
      const body = await bodyOf(request);
      if (!isGenuine(key, request.headers, body)) return response.writeHead(401).end();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ content: reply(JSON.parse(body)) }));
    } catch {
      response.writeHead(400).end();
    }
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  createServer(answering(process.env.SIGNING_SECRET)).listen(process.env.PORT ?? 5002, '127.0.0.1');
}
