import { describe, expect, it } from '@jest/globals';
import { excerptOf, MAX_EXCERPT_LENGTH } from './excerpt.js';

describe('an excerpt', () => {
  it.each([
    ['<p>a <strong>bo</strong>ld word</p>', 'a bold word'],
    ['<p>one</p>\n<p>two<br>\nthree</p>', 'one two three'],
    ['<p>1 &lt; 2 &amp;&amp; &quot;x&quot; &amp;lt;</p>', '1 < 2 && "x" &lt;'],
    ['<ul>\n<li>milk</li><li>eggs</li>\n</ul>', 'milk eggs'],
    [
      '<div class="spoiler-block"><div class="spoiler-header">\n<p>Ending</p></div><div class="spoiler-content" aria-hidden="true">\n<p>he <em>dies</em><br></p></div></div>\n<p>sorry</p>',
      'Ending sorry',
    ],
    [
      '<p><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>x2</span></span></span> it is</p>',
      'x^2 it is',
    ],
    ['<p>cut in a tag <a href="https://exam', 'cut in a tag'],
    ['', ''],
  ])('of %j is %j', (html, expected) => {
    expect(excerptOf(html)).toBe(expected);
  });

  it('is bounded, and never cuts a code point in two', () => {
    const excerpt = excerptOf(`<p>${'🎉'.repeat(1_000)}</p>`);

    expect(excerpt).toBe(`${'🎉'.repeat(MAX_EXCERPT_LENGTH - 1)}…`);
  });
});
