import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Mail } from './mail.js';
import { textParts } from './mail.js';

const STYLE = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
article { border: 1px solid #8886; border-radius: 6px; padding: 0 1rem; margin: 1rem 0 }
h2 { font-size: 1.1rem; margin: .8rem 0 0 }
p { color: #777; margin: 0 }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
:root { color-scheme: light dark }`;

/** The page that lists mails in the given order. All content of mails is shown as text; links are clickable. */
export function mailPage(mails: readonly Mail[]): string {
  const listed = mails.length === 0 ? '<p>There is no mail yet.</p>' : mails.map(article).join('\n');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Mail (${mails.length})</title><style>${STYLE}</style></head>
<body>
<h1>Mail</h1>
<p>What the system would have sent. Reload to see what is new; as data: <a href="/mails.json">mails.json</a>.</p>
${listed}
</body>
</html>
`;
}

function article({ received_at, from, to, subject, text }: Mail): string {
  const receivedAt = new Date(received_at * 1000).toISOString().slice(0, 19).replace('T', ' ');
  return `<article>
<h2>${escaped(subject || '(no subject)')}</h2>
<p>to ${escaped(to.join(', '))} · from ${escaped(from)} · ${receivedAt} UTC</p>
<pre>
${linked(text)}</pre>
</article>`;
}

/** Text as HTML, with its links. */
export function linked(text: string): string {
  return textParts(text)
    .map((part) =>
      part.isLink
        ? `<a href="${escaped(part.text)}" target="_blank" rel="noopener noreferrer">${escaped(part.text)}</a>`
        : escaped(part.text),
    )
    .join('');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

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
  // Otherwise a foreign page could read the mails through a host name that resolves to this machine.
  if (!OWN_HOST.test(headers.host ?? '')) return plain(403, 'Use http://127.0.0.1 or http://localhost.');
  if (method !== 'GET' && method !== 'HEAD') return plain(405, 'Mails can only be read.');
  const [path] = url.split('?', 1);
  if (path === '/') return { status: 200, type: 'text/html; charset=utf-8', body: mailPage(list()) };
  if (path === '/mails.json') return { status: 200, type: 'application/json', body: JSON.stringify({ mails: list() }) };
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
