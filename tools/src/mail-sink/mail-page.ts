import { textParts } from './links.js';
import type { Mail } from './mail.js';

const STYLE = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
article { border: 1px solid #8886; border-radius: 6px; padding: 0 1rem; margin: 1rem 0 }
h2 { font-size: 1.1rem; margin: .8rem 0 0 }
p { color: #777; margin: 0 }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
:root { color-scheme: light dark }`;

/** The page that lists mails, the newest first as given; whatever a mail holds is shown as text, its links can be followed. */
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

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
