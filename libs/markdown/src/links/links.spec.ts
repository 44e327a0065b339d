import { describe, expect, it } from '@jest/globals';
import { MAX_FOUND_LINKS, MAX_URL_LENGTH } from '../limits.js';
import { CONTEXT, cheapest, htmlOf, render } from '../render.testing.js';
import { findBareLinks } from './bare-links.js';
import { checkLinkifierPattern } from './linkifiers.js';
import { safeHref } from './safe-url.js';
import { topicLinks } from './topic-links.js';

const urls = (text: string): string[] => findBareLinks(text).map((link) => link.url);

describe('bare links', () => {
  it.each([
    ['http://x.org', 'http://x.org'],
    ['see https://x.org/ now', 'https://x.org/'],
    ['x.org', 'x.org'],
    ['(x.org/a)', 'x.org/a'],
    ['www.x.org/a?', 'www.x.org/a'],
    ['"is.gd/foo/"', 'is.gd/foo/'],
    ['end https://t.co.', 'https://t.co'],
    ['http://localhost:9991/?a=1', 'http://localhost:9991/?a=1'],
    ['(http://x.org/a_(b))', 'http://x.org/a_(b)'],
    ['(http://x.org/a_(b)_(c_d))', 'http://x.org/a_(b)_(c_d)'],
    ['http://x.org/a/http://y.org/b', 'http://x.org/a/http://y.org/b'],
    ['http://ana@x.org/a', 'http://ana@x.org/a'],
    ['sorry,http://x.org/', 'http://x.org/'],
    ['http://x.org/?a,b,c, but', 'http://x.org/?a,b,c'],
    ['javascript:x.org', 'x.org'],
    ['ana.b+c@x.org', 'ana.b+c@x.org'],
    ['<ana@x.org>', 'ana@x.org'],
    ['x.org/a::b::c', 'x.org/a::b::c'],
    ['http://x.org/a*b*_c', 'http://x.org/a*b*_c'],
    ['https://пример.рф/путь', 'https://пример.рф/путь'],
    ['a.b,x.org', 'x.org'],
    ['x.y:"x.org/a".', 'x.org/a'],
    ['a.b,\u00a0x.org', 'x.org'],
  ])('are found in %s', (text, url) => {
    expect(urls(text)).toEqual([url]);
  });

  it.each([
    'views.py',
    'readme.md',
    'love...it',
    'a.commandstuff()',
    'javascript://x.org',
    'javascript:alert("hi");.com',
    'itms://itunes.com/apps',
    'ana@x.org/foo',
    'http://x.org/(a',
    'x.organic',
    'e.g. this',
    '1.5 and 2.0',
    `http://x.org/${'a'.repeat(MAX_URL_LENGTH)}`,
    'https://x.org/(1(2(3(4(5(6(7(8))))))))',
  ])('are not found in %s', (text) => {
    expect(urls(text)).toEqual([]);
  });

  it('keep markup characters', () => {
    expect(htmlOf('http://x.org/a*b*c_**d**')).toBe(
      '<p><a href="http://x.org/a*b*c_**d**">http://x.org/a*b*c_**d**</a></p>',
    );
  });

  it('are limited in number', () => {
    expect(render('x.org '.repeat(MAX_FOUND_LINKS + 10)).html.match(/<a /g)?.length).toBe(MAX_FOUND_LINKS);
  });
});

describe('safeHref', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>',
    'file:///etc/passwd',
    'blob:https://x.org/1',
    'intent://x',
    'javascript&colon;alert(1)x:',
    '',
  ])('refuses %j', (address) => {
    const href = safeHref(address);

    expect(href === null || href.startsWith('http://')).toBe(true);
    expect(address.includes('&colon;') || href === null).toBe(true);
  });

  it.each([
    ['https://x.org', 'https://x.org'],
    ['x.org', 'http://x.org'],
    ['x.org:8080/a', 'http://x.org:8080/a'],
    ['//x.org', 'http://x.org'],
    ['/\\x.org', '/%5Cx.org'],
    ['a@x.org', 'mailto:a@x.org'],
    ['#a', '#a'],
    ['/a', '/a'],
  ])('takes %s as %s', (address, href) => {
    expect(safeHref(address)).toBe(href);
  });
});

describe('linkifiers', () => {
  it.each([
    ['#12', '<a href="https://bugs.example.com/12">#12</a>'],
    [
      'see (#1234), #77.',
      'see (<a href="https://bugs.example.com/1234">#1234</a>), <a href="https://bugs.example.com/77">#77</a>.',
    ],
    [
      '#12 #34 #56',
      '<a href="https://bugs.example.com/12">#12</a> <a href="https://bugs.example.com/34">#34</a> <a href="https://bugs.example.com/56">#56</a>',
    ],
    ['x#12', 'x#12'],
    ['#12x', '#12x'],
    ['AB-7', '<a href="https://tracker.example.com/AB/7">AB-7</a>'],
    ['`#12`', '<code>#12</code>'],
    ['[#12](https://x.org)', '<a href="https://x.org">#12</a>'],
    ['https://x.org/#12', '<a href="https://x.org/#12">https://x.org/#12</a>'],
    ['**#12**', '<strong>#12</strong>'],
    ['** #12 **', '<strong> <a href="https://bugs.example.com/12">#12</a> </strong>'],
  ])('%s', (source, html) => {
    expect(htmlOf(source)).toBe(`<p>${html}</p>`);
  });

  it('with an unsafe address make no link', () => {
    const linkifiers = [{ id: 1, pattern: '!(?P<x>.+)', urlTemplate: 'javascript:{+x}' }];

    expect(htmlOf('!alert(1)', { linkifiers })).toBe('<p>!alert(1)</p>');
  });

  it('encode the inserted text', () => {
    const linkifiers = [{ id: 1, pattern: '!(?P<x>\\S+)', urlTemplate: 'https://x.org/{x}' }];

    expect(htmlOf('!a"b/c&d', { linkifiers })).toBe('<p><a href="https://x.org/a%22b%2Fc%26d">!a"b/c&amp;d</a></p>');
  });

  it('with an invalid pattern or template are ignored', () => {
    const linkifiers = [{ id: 1, pattern: '(?=x)', urlTemplate: 'https://x.org' }, ...(CONTEXT.linkifiers ?? [])];

    expect(htmlOf('#12', { linkifiers })).toContain('bugs.example.com/12');
  });

  it('take bounded time', () => {
    const linkifiers = [{ id: 1, pattern: '(?P<x>(a+)+b)', urlTemplate: 'https://x.org/{x}' }];

    expect(cheapest(() => render('a'.repeat(10_000), { linkifiers }))).toBeLessThan(2_000);
  });
});

describe('checkLinkifierPattern', () => {
  it.each([
    ['#(?P<id>[0-9]+)', 'https://x.org/{id}'],
    ['(?P<a>\\w+)/(?P<b>\\w+)', 'https://x.org/{a}{?b}'],
    ['plain', 'https://x.org'],
  ])('accepts %s', (pattern, template) => {
    expect(checkLinkifierPattern(pattern, template)).toBeNull();
  });

  it.each([
    ['(', 'https://x.org', 'invalid_pattern'],
    ['(?=a)b', 'https://x.org', 'invalid_pattern'],
    ['(a)\\1', 'https://x.org', 'invalid_pattern'],
    [')|(', 'https://x.org', 'invalid_pattern'],
    ['', 'https://x.org', 'invalid_pattern'],
    ['(?:a{100}){20}', 'https://x.org', 'invalid_pattern'],
    ['#(?P<id>[0-9]+)', 'https://x.org/', 'group_not_in_template'],
    ['#[0-9]+', 'https://x.org/{id}', 'variable_not_in_pattern'],
    ['#(?P<id>[0-9]+)', 'https://x.org/{id', 'invalid_template'],
    ['a', '', 'invalid_template'],
  ])('refuses %s with %s', (pattern, template, kind) => {
    expect(checkLinkifierPattern(pattern, template)?.kind).toBe(kind);
  });
});

describe('topicLinks', () => {
  const { linkifiers = [] } = CONTEXT;

  it.each([
    ['nothing here', []],
    [
      'fix #123 and AB-7',
      [
        { text: '#123', url: 'https://bugs.example.com/123' },
        { text: 'AB-7', url: 'https://tracker.example.com/AB/7' },
      ],
    ],
    [
      'see https://x.org/a, x.org',
      [
        { text: 'https://x.org/a', url: 'https://x.org/a' },
        { text: 'x.org', url: 'https://x.org' },
      ],
    ],
    ['https://x.org/(a', []],
  ])('finds the links of %j', (topic, links) => {
    expect(topicLinks(topic, linkifiers)).toEqual(links);
  });

  it('prefers the earlier linkifier if two overlap', () => {
    const overlapping = [
      { id: 1, pattern: 'AB-(?P<n>[0-9]+)-C', urlTemplate: 'https://first.example.com/{n}' },
      ...linkifiers,
    ];

    expect(topicLinks('AB-1-C', overlapping)).toEqual([{ text: 'AB-1-C', url: 'https://first.example.com/1' }]);
  });
});
