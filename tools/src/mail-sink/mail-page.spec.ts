import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { linksIn } from './mail.js';
import { linked, mailPage } from './mail-page.js';

const mail = { id: 1, received_at: 1_700_000_000, from: 'a@b.example', to: ['c@d.example'], links: [] };

function shownText(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

describe('the links of a text', () => {
  it.each([
    ['https://chat.example/accounts/x/Ab-_9', ['https://chat.example/accounts/x/Ab-_9']],
    [
      'See http://127.0.0.1:9991/a, then (https://b.example/c?d=1&e=2).',
      ['http://127.0.0.1:9991/a', 'https://b.example/c?d=1&e=2'],
    ],
    ['twice https://a.example https://a.example', ['https://a.example']],
    ['<https://a.example/x>', ['https://a.example/x']],
    ['javascript:alert(1) data:text/html,x ftp://a.example', []],
  ])('are found: %s', (text, links) => {
    expect(linksIn(text)).toEqual(links);
  });

  it('are found in time in a text made to take long', () => {
    const before = process.cpuUsage();

    linksIn(`https://${'.'.repeat(200_000)}x`);
    linksIn('https://.'.repeat(20_000));

    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});

describe('the page', () => {
  it('makes links of addresses, and text of everything else', () => {
    expect(linked('go to https://a.example/?x=1&y="<b>')).toBe(
      'go to <a href="https://a.example/?x=1&amp;y=" target="_blank" rel="noopener noreferrer">' +
        'https://a.example/?x=1&amp;y=</a>&quot;&lt;b&gt;',
    );
  });

  it('shows any text as it is, with no other tags than its own', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('<script>', 'https://', '\'"', '&amp;', '</pre>', '<a href=', 'http://x.y/'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const html = linked(text);

        expect(shownText(html)).toBe(text);
        expect(
          html.replace(/<a href="https?:\/\/[^"<>]*" target="_blank" rel="noopener noreferrer">|<\/a>/gi, ''),
        ).not.toMatch(/[<>]/);
      }),
    );
  });

  it('escapes the headers', () => {
    const html = mailPage([{ ...mail, from: '<i>', to: ['"><script>'], subject: '<b>&', text: '' }]);

    expect(html).toContain('&lt;b&gt;&amp;');
    expect(html).not.toMatch(/<i>|<script>|<b>/);
  });

  it('says that there is no mail', () => {
    expect(mailPage([])).toContain('There is no mail yet.');
  });
});
