import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { htmlDiff } from './html-diff.js';

const ins = (text: string) => `<span class="highlight_text_inserted">${text}</span>`;
const del = (text: string) => `<span class="highlight_text_deleted">${text}</span>`;

describe('the difference of two versions', () => {
  it.each([
    ['<p>content before edit</p>', '<p>content after edit</p>', `<p>content ${ins('after')} ${del('before')} edit</p>`],
    ['<p>a b c</p>', '<p>a c</p>', `<p>a ${del('b')} c</p>`],
    ['<p>a</p>', '<p>a b c</p>', `<p>a ${ins('b c')}</p>`],
    ['<p>same</p>', '<p>same</p>', '<p>same</p>'],
    ['<p>one</p>\n<p>two</p>', '<p>one</p>', `<p>one ${del('two')}</p>`],
    ['<p>one</p>\n<p>two</p>', '<p>two</p>', `<p>${del('one')} two</p>`],
    ['<p>a bold</p>', '<p>a <strong>bold</strong></p>', `<p>a <strong>${ins('bold')} ${del('bold')}</strong></p>`],
    ['<p>gone</p>', '', `<p>${del('gone')}</p>`],
    ['<p>&lt;b&gt; x</p>', '<p>&lt;i&gt; x</p>', `<p>${ins('&lt;i&gt;')} ${del('&lt;b&gt;')} x</p>`],
    ['<p><img alt="a > b" src="1"></p>', '<p>x</p>', `<p>${ins('x')} ${del('<img alt="a > b" src="1">')}</p>`],
    [
      '<p><span class="katex"><span>1</span></span></p>',
      '<p><span class="katex"><span>2</span></span></p>',
      `<p>${ins('<span class="katex"><span>2</span></span>')} ${del('<span class="katex"><span>1</span></span>')}</p>`,
    ],
  ])('%s and %s', (before, after, expected) => {
    expect(htmlDiff(before, after)).toBe(`<div>${expected}</div>`);
  });

  it('shows the whole text as replaced without time to compare', () => {
    expect(htmlDiff('<p>a b</p>', '<p>a c</p>', 0)).toBe(`<div><p>${ins('a c')} ${del('a b')}</p></div>`);
  });

  it('is bounded in time for versions without common words', () => {
    const text = (prefix: string) => `<p>${Array.from({ length: 5_000 }, (_, n) => `${prefix}${n}`).join(' ')}</p>`;
    const before = process.cpuUsage();
    expect(htmlDiff(text('a'), text('b'))).toContain('highlight_text_deleted');
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  const word = fc.constantFrom('a', 'b', 'c', '&amp;', '<em>a</em>', '<a href="x">b c</a>', '<br>\n', '<img src="y">');
  const paragraph = fc.array(word, { maxLength: 8 }).map((words) => `<p>${words.join(' ')}</p>`);
  const html = fc.array(paragraph, { maxLength: 4 }).map((paragraphs) => paragraphs.join('\n'));

  it('is well-formed, and equals the newer version without the marks', () => {
    fc.assert(
      fc.property(html, html, (before, after) => {
        const diff = htmlDiff(before, after);
        const open: string[] = [];
        for (const [, slash, name] of diff.matchAll(/<(\/?)([a-z]+)[^>]*>/g)) {
          if (name === 'br' || name === 'img') continue;
          if (slash) expect(open.pop()).toBe(name);
          else open.push(name as string);
        }
        expect(open).toEqual([]);
        const newer = diff
          .replace(/<span class="highlight_text_deleted">.*?<\/span>/gs, '')
          .replace(/<span class="highlight_text_inserted">(.*?)<\/span>/gs, '$1')
          .replace(/<p>\s*<\/p><\/div>$/, '</div>');
        const plain = (text: string) => text.replace(/\s+|<p>\s*<\/p>/g, '');
        expect(plain(newer)).toBe(plain(`<div>${after}</div>`));
      }),
      { numRuns: 300 },
    );
  });
});
