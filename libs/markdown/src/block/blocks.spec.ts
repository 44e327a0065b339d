import { describe, expect, it } from '@jest/globals';
import { checkHtml } from '../html/strict-html.testing.js';
import { MAX_BLOCK_LEVEL } from '../limits.js';
import { htmlOf, render } from '../render.testing.js';

type Case = [behaviour: string, source: string, html: string];

describe('paragraphs', () => {
  it.each<Case>([
    ['are plain text', 'hello there', '<p>hello there</p>'],
    ['keep every line break', 'one\ntwo', '<p>one<br>\ntwo</p>'],
    ['are separated by blank lines', 'one\n\n\ntwo', '<p>one</p>\n<p>two</p>'],
    ['show markup of HTML as text', '<b>x</b> & <!-- y -->', '<p>&lt;b&gt;x&lt;/b&gt; &amp; &lt;!-- y --&gt;</p>'],
    ['take carriage returns as line breaks', 'one\r\ntwo\rthree', '<p>one<br>\ntwo<br>\nthree</p>'],
    ['have no reference links', '[a]: https://x.org', '<p>[a]: <a href="https://x.org">https://x.org</a></p>'],
    ['are not headings by underlining', 'title\n=====', '<p>title<br>\n=====</p>'],
    ['are nothing for an empty text', '', ''],
    ['are nothing for white space', ' \n\t\n', ''],
  ])('%s', (_, source, html) => {
    expect(htmlOf(source)).toBe(html);
  });
});

describe('headings', () => {
  it.each<Case>([
    ['have six levels', '# a\n###### b', '<h1>a</h1>\n<h6>b</h6>'],
    ['have not seven', '####### a', '<p>####### a</p>'],
    ['need a space', '#a', '<p>#a</p>'],
    ['may be closed', '## a ##', '<h2>a</h2>'],
    ['need a text', '#', '<p>#</p>'],
    ['end a paragraph', 'x\n# a', '<p>x</p>\n<h1>a</h1>'],
    ['hold inline markup', '# *a*', '<h1><em>a</em></h1>'],
  ])('%s', (_, source, html) => {
    expect(htmlOf(source)).toBe(html);
  });
});

describe('lists', () => {
  it.each<Case>([
    ['follow a paragraph at once', 'x:\n* a\n* b', '<p>x:</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['mix bullets', '* a\n- b\n+ c', '<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ul>'],
    ['keep their first number', '4. a\n4. b', '<ol start="4">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['have items of any number', '9. a\n10. b\n2024. c', '<ol start="9">\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ol>'],
    [
      'hold blocks in items of any number',
      '10. a\n  * b\n11. # c\n\n   ```\n   d\n   ```',
      '<ol start="10">\n<li>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>\n<h1>c</h1>\n' +
        '<div class="codehilite"><pre><span></span><code>d\n</code></pre></div>\n</li>\n</ol>',
    ],
    ['nest by two spaces', '* a\n  * b', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
    ['nest by four spaces', '* a\n    * b', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
    ['nest by a tab', '* a\n\t* b', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
    [
      'nest ordered ones with their own start',
      '1. a\n  2. b\n    3. c\n  2. d\n2. e',
      '<ol>\n<li>a<ol start="2">\n<li>b<ol start="3">\n<li>c</li>\n</ol>\n</li>\n<li>d</li>\n</ol>\n</li>\n<li>e</li>\n</ol>',
    ],
    [
      'have paragraphs when blank lines separate them',
      '- a\n\n- b',
      '<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>',
    ],
    ['go on without indentation', '* a\nb', '<ul>\n<li>a<br>\nb</li>\n</ul>'],
    ['change between kinds', '* a\n1. b', '<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>'],
    ['end with a paragraph after a blank line', '* a\n\nb', '<ul>\n<li>a</li>\n</ul>\n<p>b</p>'],
    ['need a space after the mark', '*a\n-b\n1.c', '<p>*a<br>\n-b<br>\n1.c</p>'],
    ['need a text', '*', '<p>*</p>'],
    ['may have empty items', '1. a\n2. \n3. c', '<ol>\n<li>a</li>\n<li></li>\n<li>c</li>\n</ol>'],
    [
      'hold a quote right below an item',
      '* a\n> b\nc\n* d\n\n> e',
      '<ul>\n<li>a<blockquote>\n<p>b<br>\nc</p>\n</blockquote>\n</li>\n<li>d</li>\n</ul>\n<blockquote>\n<p>e</p>\n</blockquote>',
    ],
    [
      'go on after a quote',
      '1. a\n> b\n\n2. c',
      '<ol>\n<li>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n</li>\n<li>\n<p>c</p>\n</li>\n</ol>',
    ],
    ['do not begin with a year inside a paragraph', 'born in\n1984. Later', '<p>born in<br>\n1984. Later</p>'],
    ['have no parenthesis after the number', '1) a', '<p>1) a</p>'],
    [
      'hold code between items',
      '* a\n```\nx\n```\n* b',
      '<ul>\n<li>a</li>\n</ul>\n<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>\n<ul>\n<li>b</li>\n</ul>',
    ],
  ])('%s', (_, source, html) => {
    expect(htmlOf(source)).toBe(html);
  });
});

describe('quotes', () => {
  it.each<Case>([
    ['take the lines of a paragraph', '> a\nb', '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>'],
    [
      'are separated by a blank line',
      '> a\n\n> b',
      '<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>',
    ],
    ['nest', '> > a', '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n</blockquote>'],
    ['need something to quote', '>', '<p>&gt;</p>'],
    ['need something to quote on some line', '>\n>\n\nx', '<p>&gt;<br>\n&gt;</p>\n<p>x</p>'],
    ['may begin empty', '>\n>\na\nb\n\nc', '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n<p>c</p>'],
    [
      'may begin empty and hold lists',
      '>\n* a\n> b',
      '<blockquote>\n<ul>\n<li>a</li>\n</ul>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>',
    ],
    ['end a paragraph', 'x\n> a', '<p>x</p>\n<blockquote>\n<p>a</p>\n</blockquote>'],
    [
      'are fenced too',
      '```quote\na **b**\n\nc\n```\nd',
      '<blockquote>\n<p>a <strong>b</strong></p>\n<p>c</p>\n</blockquote>\n<p>d</p>',
    ],
    ['are fenced with tildes', '~~~ quote\na\n~~~', '<blockquote>\n<p>a</p>\n</blockquote>'],
    [
      'end with the fence that no inner fence takes',
      '~~~quote\n```\n~~~\n```\n~~~\nb',
      '<blockquote>\n<div class="codehilite"><pre><span></span><code>~~~\n</code></pre></div>\n</blockquote>\n<p>b</p>',
    ],
    ['may stay open', '```quote\na', '<blockquote>\n<p>a</p>\n</blockquote>'],
  ])('%s', (_, source, html) => {
    expect(htmlOf(source)).toBe(html);
  });
});

describe('spoilers', () => {
  it.each<Case>([
    [
      'hide their content under a header',
      '```spoiler The *end*\nAll **live**\n```\nb',
      '<div class="spoiler-block"><div class="spoiler-header">\n<p>The <em>end</em></p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>All <strong>live</strong></p>\n</div></div>\n<p>b</p>',
    ],
    [
      'may lack a header',
      '```spoiler\na\n```',
      '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<p>a</p>\n</div></div>',
    ],
    [
      'stand inside quotes',
      '~~~quote\n```spoiler h\na\n```\n~~~',
      '<blockquote>\n<div class="spoiler-block"><div class="spoiler-header">\n<p>h</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>a</p>\n</div></div>\n</blockquote>',
    ],
  ])('%s', (_, source, html) => {
    expect(htmlOf(source)).toBe(html);
  });
});

describe('tables', () => {
  it('have a head, a body and alignment', () => {
    expect(htmlOf('a | b | c\n:-- | :-: | --:\n1 | *2*')).toBe(
      '<table>\n<thead>\n<tr>\n<th style="text-align: left;">a</th>\n<th style="text-align: center;">b</th>\n' +
        '<th style="text-align: right;">c</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align: left;">1</td>\n' +
        '<td style="text-align: center;"><em>2</em></td>\n<td style="text-align: right;"></td>\n</tr>\n</tbody>\n</table>',
    );
  });

  it.each<readonly [string, string, string]>([
    ['code', '`x|y` | z', '<td><code>x|y</code></td>\n<td>z</td>'],
    ['code in two backticks', '`` ` | `` | z', '<td><code> ` | </code></td>\n<td>z</td>'],
    ['no code, where a backtick has no other', '`x|y', '<td>`x</td>\n<td>y</td>'],
    ['code with an escape', '`x\\|y`|z', '<td><code>x|y</code></td>\n<td>z</td>'],
  ])('have undivided cells within %s', (_, row, cells) => {
    expect(htmlOf(`a | b\n--- | ---\n${row}`)).toContain(`<tr>\n${cells}\n</tr>`);
  });

  it('have a head with code', () => {
    expect(htmlOf('`a|b` | c\n--- | ---\nd | e')).toContain('<th><code>a|b</code></th>\n<th>c</th>');
  });

  it('keep the character that marks bars in code', () => {
    expect(htmlOf('a | b\n--- | ---\n`x\ufdd0` | y')).toContain('<td><code>x\ufdd0</code></td>\n<td>y</td>');
  });

  it('leave other text with bars unchanged', () => {
    expect(htmlOf('`a|b` | c\n--- | --- | ---')).toBe('<p><code>a|b</code> | c<br>\n--- | --- | ---</p>');
  });

  it('have a row of empty cells if there is only a head', () => {
    expect(htmlOf('a | b\n:-- | ---')).toContain(
      '</thead>\n<tbody>\n<tr>\n<td></td>\n<td></td>\n</tr>\n</tbody>\n</table>',
    );
  });

  it('stay text above the limit of cells', () => {
    const columns = 300;
    const source = `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|\n'.repeat(300)}`;

    expect(render(source).html).not.toContain('<table>');
  });
});

describe('rules and indented code', () => {
  it.each<Case>([
    ['a line of dashes is a rule', 'a\n\n---\n\nb', '<p>a</p>\n<hr>\n<p>b</p>'],
    ['so is one of underscores', '___', '<hr>'],
    ['two underscores are not', '__', '<p>__</p>'],
    [
      'four spaces make code',
      '    <x>',
      '<div class="codehilite"><pre><span></span><code>&lt;x&gt;\n</code></pre></div>',
    ],
    ['two do not', '  x', '<p>x</p>'],
  ])('%s', (_, source, html) => {
    expect(htmlOf(source)).toBe(html);
  });
});

describe('depth', () => {
  it.each([
    ['quotes', '>'.repeat(5_000)],
    ['quotes with spaces', '> '.repeat(5_000)],
    ['quotes that begin empty', '>\na\n'.repeat(2_000)],
    ['bullets', '* '.repeat(5_000)],
    ['quotes below items', '* a\n> b\n'.repeat(2_000)],
    ['quotes of items of quotes', Array.from({ length: 500 }, (_, n) => `${'> '.repeat(n % 60)}* a`).join('\n')],
    ['fenced quotes', '~~~quote\n'.repeat(1_000)],
    ['spoilers', '```spoiler x\n'.repeat(1_000)],
    ['indented lists', Array.from({ length: 150 }, (_, level) => `${'  '.repeat(level)}* a`).join('\n')],
  ])('of %s is limited', (_, source) => {
    const { depth } = checkHtml(render(source).html);

    expect(depth).toBeLessThanOrEqual(2 * MAX_BLOCK_LEVEL + 4);
  });
});
