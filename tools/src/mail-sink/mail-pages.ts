import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Mail } from './mail.js';
import { mailPage } from './mail-page.js';

const MAX_CONNECTIONS = 100;
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const OWN_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

interface Answer {
  status: number;
  type: string;
  body: string;
}

/** Shows mails: `GET /` as a page, `GET /mails.json` as `{"mails": [...]}`; the newest first. */
export function mailPages(list: () => Mail[]): Server {
  const server = createServer((request, response) => send(request, response, answer(request, list)));
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

function answer({ method, url = '', headers }: IncomingMessage, list: () => Mail[]): Answer {
  // A page of somebody else's whose name was made to lead to this machine could read the mails otherwise.
  if (!OWN_HOST.test(headers.host ?? '')) return plain(403, 'Use http://127.0.0.1 or http://localhost.');
  if (method !== 'GET' && method !== 'HEAD') return plain(405, 'Mails can only be read.');
  const [path] = url.split('?', 1);
  if (path === '/') return { status: 200, type: 'text/html; charset=utf-8', body: mailPage(list()) };
  if (path === '/mails.json') {
    return { status: 200, type: 'application/json', body: JSON.stringify({ mails: list() }) };
  }
  return plain(404, 'There are / and /mails.json.');
}

function plain(status: number, text: string): Answer {
  return { status, type: 'text/plain; charset=utf-8', body: `${text}\n` };
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, type, body }: Answer): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...HEADERS, 'content-type': type, 'content-length': length });
  response.end(method === 'HEAD' ? undefined : body);
}
