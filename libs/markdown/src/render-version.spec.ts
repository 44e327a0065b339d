import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { render } from './render.testing.js';
import type { RenderContext } from './render-context.js';
import { RENDER_VERSION } from './rendered-message.js';

/** Digests of the samples' HTML, by the version that gave it. A number that was released keeps its digest. */
const DIGESTS: Readonly<Record<number, string>> = {
  2: 'c36c86910223e0e30c4cf9ed1d3809da1381793434d31b9b92b7f51efabeb092',
  3: 'a9bff4252b8f9da2c7b29ed0e5b45d59438e0bc92fdf4b790d121fb0ec32d68b',
};

const code = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** Something of every rule, and of every library that HTML comes from. */
const SAMPLES = [
  'A plain sentence.',
  'one\ntwo\n\n<b>three</b> &amp; &copy; "four"',
  '# Heading\n## Another ##\ntext\n\n---\n\n    indented code',
  '* a\n  * b\n    1. c\n* d\n\ntext\n3. e\n4. \n5. f',
  '* a\n\n* b\n> quoted\n* c',
  '> quote\n> * item\n\n> > nested @**Ana Lima**',
  '| a | b |\n|:-:|--:|\n| `x|y` | *z* |',
  '*em* **strong** ***both*** ~~del~~ `code` ``a`b`` snake_case',
  '@**Ana Lima** @_**Cleo|13** @**Dan** @**all** @_**everyone** @*writers* @_*Writers*',
  '#**design** #**design>logo** #**R&D > lab** #**unknown**',
  ':smile: :party_parrot: :gone: :chat: 👍 👩‍💻 :)',
  '<time:2024-05-01T12:00:00Z> <time:tomorrow>',
  '[text](https://example.com "title") https://example.com/a_(b)?c=d#e. name.org a@b.com #1234 ABC-12',
  '[chat](https://chat.example.com/#narrow/stream/1-design) https://chat.example.com/user_uploads/1/a.png',
  'https://example.com/picture.png',
  '[a](/user_uploads/1/ab/a.png) [b](/user_uploads/1/ab/b.gif) [c](/user_uploads/1/ab/c.mp4) [d](/user_uploads/1/ab/d.png)',
  '![a](/user_uploads/1/ab/a.png) ![e](/user_uploads/1/ab/e.mp3) ![f](/user_uploads/1/ab/f.png)',
  '$$x^2 + \\frac{1}{2}$$ and $$\\error{$$',
  code('math', 'a^2 = b^2\n\n\\sum_{i=0}^n i'),
  code('quote', '* a\n~~~ js\nconst b = 1;\n~~~'),
  code('spoiler **Header**', 'hidden\n\n* list'),
  code('', '#!/bin/bash\necho "$HOME"'),
  code('python', '# note\n@wraps\ndef f(x: int = 1) -> str:\n    return f"{x!r}" + None'),
  code('json', '{"a": [1, true, null]}'),
  code('no-such-language', 'a < b'),
  '/me waves',
];

const picture = { width: 3, height: 2, frames: 1 };
const none = { picture: null, preview: 'none', transcoded: null } as const;
const FILES: RenderContext['files'] = [
  { pathId: '1/ab/a.png', contentType: 'image/png', picture, preview: 'ready', transcoded: '4032x3024.webp' },
  {
    pathId: '1/ab/b.gif',
    contentType: 'image/gif',
    picture: { ...picture, frames: 2 },
    preview: 'ready',
    transcoded: null,
  },
  { pathId: '1/ab/c.mp4', contentType: 'video/mp4', ...none },
  { pathId: '1/ab/d.png', contentType: 'image/png', picture, preview: 'pending', transcoded: null },
  { pathId: '1/ab/e.mp3', contentType: 'audio/mpeg', ...none },
  { pathId: '1/ab/f.png', contentType: 'text/plain', ...none },
];

describe('RENDER_VERSION', () => {
  it('changes with the HTML of the samples: raise it and add the new digest', () => {
    const digest = createHash('sha256');
    for (const sample of SAMPLES) digest.update(`${render(sample, { translateEmoticons: true, files: FILES }).html}\0`);

    expect(digest.digest('hex')).toBe(DIGESTS[RENDER_VERSION]);
  });
});
