import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkHtml } from './html/strict-html.testing.js';
import { CONTEXT, render } from './render.testing.js';
import type { LinkedUpload } from './render-context.js';
import { renderStreamDescription } from './render-description.js';

const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<math><mtext></mtext><script>alert(1)</script></math>',
  '<a href="javascript:alert(1)">x</a>',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><x/>',
  '</p></div><script>alert(1)</script>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<style>@import "javascript:alert(1)"</style>',
  '<<script>script>alert(1)<</script>/script>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '" onmouseover="alert(1)',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '&#x3c;img src=x onerror=alert(1)&#x3e;',
  '\u0000<script>alert(1)</script>',
  '<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '\ud800<script>\udfff',
];

const ADDRESSES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://x.org/%0aalert(1)',
  'java\tscript:alert(1)',
  'java%0ascript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u00a0javascript:alert(1)',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A&#x61vascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'feed:javascript:alert(1)',
  'view-source:javascript:alert(1)',
  'blob:https://x.org/1',
  'filesystem:https://x.org/1',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://x.org/" onclick="alert(1)',
  "https://x.org/' onclick='alert(1)",
  'https://x.org/<script>',
  'https://x.org/`x`',
  'http:javascript:alert(1)',
  'x.org/a.png" onerror="alert(1)',
];

/** Places where text of an author ends up. */
const PLACES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `**${text}** *${text}* ~~${text}~~`,
  (text) => `> ${text}`,
  (text) => `* ${text}\n  1. ${text}`,
  (text) => `# ${text}`,
  (text) => `\`${text}\``,
  (text) => `\`\`\`\n${text}\n\`\`\``,
  (text) => `\`\`\`html\n${text}\n\`\`\``,
  (text) => `\`\`\`${text}\nx\n\`\`\``,
  (text) => `\`\`\`spoiler ${text}\n${text}\n\`\`\``,
  (text) => `\`\`\`quote\n${text}\n\`\`\``,
  (text) => `\`\`\`math\n${text}\n\`\`\``,
  (text) => `$$${text}$$`,
  (text) => `a|b\n-|:-\n${text}|${text}`,
  (text) => `[${text}](https://x.org)`,
  (text) => `[x](https://x.org "${text}")`,
  (text) => `[x](${text})`,
  (text) => `[x](<${text}>)`,
  (text) => `[${text}](https://x.org/a.png)`,
  (text) => `<time:${text}>`,
  (text) => `@**${text}** @*${text}* #**${text}** #**design>${text}**`,
  (text) => `:${text}:`,
  (text) => `https://x.org/${text} https://x.org/a.png?${text}`,
  (text) => `/me ${text}`,
  (text) => `!${text}`,
];

/** Names, addresses and rules as hostile as the text. */
function hostileContext(text: string): Partial<typeof CONTEXT> {
  return {
    users: [{ id: 1, fullName: text }],
    groups: [{ id: 2, name: text }],
    streams: [
      { id: 3, name: text },
      { id: 1, name: 'design' },
    ],
    realmEmoji: { [text]: { id: 1, url: '/user_avatars/1.png' } },
    linkifiers: [
      { id: 1, pattern: '!(?P<x>\\S+)', urlTemplate: '{+x}' },
      { id: 2, pattern: '(?P<y>alert)', urlTemplate: 'https://x.org/"{+y}' },
    ],
    translateEmoticons: true,
  };
}

describe('hostile text', () => {
  it.each([...PAYLOADS, ...ADDRESSES])('gives only allowed HTML in every context: %j', (text) => {
    for (const place of PLACES) {
      const { tags } = checkHtml(render(place(text), hostileContext(text)).html);

      for (const tag of ['script', 'iframe', 'style', 'svg', 'body', 'details', 'object']) {
        expect([tag, tags.has(tag)]).toEqual([tag, false]);
      }
    }
  });

  it('shows every character of raw HTML', () => {
    const source = '<script>alert("1")</script>';

    expect(checkHtml(render(source).html).text).toBe(source);
  });

  it('is as harmless in descriptions, which have no mentions', () => {
    const html = renderStreamDescription('@**all** <b> [x](javascript:1) https://x.org/a.png', {
      realmUrl: 'https://chat.example.com',
    });

    checkHtml(html);
    expect(html).not.toMatch(/user-mention|<img|<b>/);
  });
});

const FRAGMENTS = fc.constantFrom(
  ...[
    '*',
    '**',
    '***',
    '~~',
    '`',
    '```',
    '````',
    '~~~',
    '\n',
    '\n\n',
    '  ',
    '    ',
    '\t',
    '> ',
    '* ',
    '- ',
    '1. ',
    '12. ',
  ],
  ...[
    '# ',
    '---',
    '|',
    '-|-',
    ':-:',
    '[',
    ']',
    '(',
    ')',
    '](',
    '[x](https://x.org)',
    '<',
    '>',
    '&',
    '&amp;',
    '&#60;',
    '"',
    "'",
  ],
  ...[
    '$$',
    '$$x^2$$',
    '\\frac{',
    '}',
    '@**',
    '@_**',
    '@**Ana Lima**',
    '@**all**',
    '@*Writers*',
    '#**',
    '#**design**',
    '#**design>',
  ],
  ...[
    '<time:',
    '<time:2020-01-01>',
    ':',
    ':tada:',
    ':)',
    '😀',
    '👩‍💻',
    '\ufe0f',
    '\u200d',
    '\ud83d',
    '\u0000',
    'https://',
    'https://x.org/a.png',
  ],
  ...[
    '!',
    '![',
    '](/user_uploads/1/ab/a.png)',
    '[a](/user_uploads/1/ab/a.png)',
    '![a](/user_uploads/1/ab/a.png)',
    '![b](/user%5Fuploads/1/ab/song.mp3?x=1)',
    '[c](https://chat.example.com/user_uploads/1/ab/film.mp4 "t")',
    'https://chat.example.com/user_uploads/1/ab/late.png',
    'chat.example.com/user_uploads/1/%61b/gone.png#x',
  ],
  ...[
    'x.org',
    'a@x.org',
    '#123',
    'AB-1',
    '/me ',
    'quote',
    'spoiler ',
    'math',
    'python',
    'html',
    '<script>',
    'onerror=',
    'javascript:',
    '__proto__',
  ],
);
const MARKUP = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: FRAGMENTS },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
    ),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''));

const still = { width: 3, height: 2, frames: 1 };
const FILES: readonly LinkedUpload[] = [
  { pathId: '1/ab/a.png', contentType: 'image/png', picture: still, preview: 'ready', transcoded: null },
  { pathId: '1/ab/late.png', contentType: 'image/png', picture: still, preview: 'pending', transcoded: null },
  { pathId: '1/ab/film.mp4', contentType: 'video/mp4', picture: null, preview: 'none', transcoded: null },
  { pathId: '1/ab/song.mp3', contentType: 'audio/mpeg', picture: null, preview: 'none', transcoded: null },
];

/** Paths of the uploads that the HTML links or shows, read without the renderer. */
function pathsIn(html: string): Set<string> {
  const addresses = [
    ...html.matchAll(/ (?:href|data-original-src)="([^"]*)"|<audio controls preload="metadata" src="([^"]*)"/g),
  ];
  const paths = addresses.map(([, link, sound]) => (link ?? sound ?? '').replaceAll('&amp;', '&'));
  return new Set(
    paths.flatMap((address) => {
      if (!URL.canParse(address, CONTEXT.realmUrl)) return [];
      const { host, pathname } = new URL(address, CONTEXT.realmUrl);
      const [, path] = /^\/user_uploads\/([\p{L}\p{N}_./-]+)$/u.exec(decoded(pathname)) ?? [];
      return host === 'chat.example.com' && path !== undefined ? [path] : [];
    }),
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

describe('any text', () => {
  it('gives allowed, balanced HTML and never throws', () => {
    fc.assert(
      fc.property(MARKUP, fc.boolean(), fc.boolean(), (source, translateEmoticons, hasFiles) => {
        render(source, { translateEmoticons, ...(hasFiles && { files: FILES }) });
      }),
      { numRuns: 1_500 },
    );
  });

  it('reports the uploads that the HTML links or shows, with previews and without', () => {
    fc.assert(
      fc.property(MARKUP, (source) => {
        const bare = render(source);
        const withPreviews = render(source, { files: FILES });

        expect(new Set(bare.attachmentPaths)).toEqual(pathsIn(bare.html));
        expect(new Set(withPreviews.attachmentPaths)).toEqual(pathsIn(bare.html));
        expect(pathsIn(withPreviews.html)).toEqual(pathsIn(bare.html));
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives the same HTML after renders of other texts', () => {
    fc.assert(
      fc.property(MARKUP, MARKUP, (source, other) => {
        const first = render(source);
        render(other);

        expect(render(source)).toEqual(first);
      }),
      { numRuns: 300 },
    );
  });

  it('reports only mentions that the HTML shows', () => {
    fc.assert(
      fc.property(MARKUP, (source) => {
        const { html, mentionedUserIds, wildcardMentioned } = render(source);

        for (const id of mentionedUserIds) {
          expect(html).toContain(`<span class="user-mention" data-user-id="${id}">`);
        }
        expect(wildcardMentioned).toBe(html.includes('<span class="user-mention" data-user-id="*">'));
      }),
      { numRuns: 500 },
    );
  });
});
