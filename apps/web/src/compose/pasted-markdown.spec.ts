import { describe, expect, it } from '@jest/globals';
import { pastedMarkdown } from './pasted-markdown.js';

describe('copied HTML', () => {
  it.each([
    [
      'links',
      '<p>See <a href="https://example.com/a?b=1&amp;c">the page</a>.</p>',
      'See [the page](https://example.com/a?b=1&c).',
    ],
    ['a link that is its own name', '<a href="https://example.com">https://example.com</a>', 'https://example.com'],
    ['marks with blanks outside', 'a <b>bold </b>and <em>slanted</em> <s>old</s>', 'a **bold** and *slanted* ~~old~~'],
    ['a list', '<ul><li>one</li><li><b>two</b></li></ul>', '* one\n* **two**'],
    ['a numbered list', '<p>So:</p><ol>\n <li><p>one</p></li>\n <li>two</li>\n</ol>', 'So:\n\n1. one\n2. two'],
    ['a list in a list', '<ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul>', '* one\n  * inner\n* two'],
    ['code', 'run <code>npm test</code>', 'run `npm test`'],
    ['a block of code', '<pre><code>if (a &lt; b)\n    go();\n</code></pre>', '```\nif (a < b)\n    go();\n```'],
    ['a quote', '<blockquote><p>one</p><p>two</p></blockquote>', '> one\n>\n> two'],
    ['headings', '<h2>Title</h2><p>Text</p>', '**Title**\n\nText'],
    ['lines', '<div>one <b>1</b></div><div>two<br>three</div>', 'one **1**\n\ntwo\nthree'],
  ])('becomes Markdown with %s', (_, html, markdown) => {
    expect(pastedMarkdown(html)).toBe(markdown);
  });

  it.each([
    ['without formats', '<meta charset="utf-8"><span style="color:red">plain</span><div>text</div>'],
    ['of a word that looks like one', '<base href="x"><span>bold</span>'],
  ])('%s is pasted as text', (_, html) => {
    expect(pastedMarkdown(html)).toBeUndefined();
  });

  it('loses scripts, styles, comments and addresses of scripts', () => {
    const html =
      '<html><head><style>b{}</style></head><!--x--><b style="font-weight:normal"><a href="javascript:alert(1)">go</a><script>1</script></b>';
    expect(pastedMarkdown(html)).toBe('go');
  });

  it('may be broken anywhere', () => {
    expect(pastedMarkdown('a < b <b>bold <i>both</b> rest</i> &#99999999; &#x41;')).toBe(
      'a < b **bold *both*** rest A',
    );
  });
});
