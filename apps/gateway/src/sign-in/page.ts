import { RawAnswer } from '../http/index.js';

/** Pages for people who followed a mailed link: no scripts, nothing from elsewhere, and the link stays in this window. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:4rem auto;padding:0 1rem}' +
  'input,button{font:inherit;padding:.4rem .6rem;margin:.3rem 0}';

/** `body` is HTML; what comes from outside must be escaped. */
export function page(title: string, body: string, status = 200): RawAnswer {
  const html =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>` +
    `<body><h1>${title}</h1>${body}</body></html>`;
  return new RawAnswer('text/html; charset=utf-8', html, HEADERS, status);
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
