import { describe, expect, it, jest } from '@jest/globals';
import { MAX_MATH_EXPRESSIONS } from '../limits.js';
import { htmlOf } from '../render.testing.js';
import { isSafeMathHtml } from './math-html.js';

describe('formulas', () => {
  it('in a line are rendered by KaTeX', () => {
    const html = htmlOf('so $$a^2$$ holds');

    expect(html).toMatch(/^<p>so <span class="katex"><span class="katex-mathml"><math xmlns="[^"]+">/);
    // Class names that the style sheets of existing clients know; later KaTeX versions rename them.
    expect(html).toContain(
      '<span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style="',
    );
  });

  it('in a block form a paragraph', () => {
    expect(htmlOf('```math\na^2\n```')).toMatch(/^<p><span class="katex-display"><span class="katex">.*<\/p>$/);
  });

  it('in a block are separated by blank lines', () => {
    const [first, second, third, ...others] = htmlOf('```math\na\n\n\\nosuch{x}\n\n\n\nb\n```').split('\n\n');

    expect(first).toMatch(/^<p><span class="katex-display">.*<annotation encoding="application\/x-tex">a<.*<\/span>$/);
    expect(second).toBe('<span class="tex-error">\\nosuch{x}</span>');
    expect(third).toMatch(
      /^<span class="katex-display">.*<annotation encoding="application\/x-tex">b<.*<\/span><\/p>$/,
    );
    expect(others).toEqual([]);
  });

  it.each([
    ['wrong', '$$\\nosuch{**a**}$$', '<p><span class="tex-error">$$\\nosuch{**a**}$$</span></p>'],
    ['wrong in a block', '~~~math\n\\nosuch{<b>}\n~~~', '<p><span class="tex-error">\\nosuch{&lt;b&gt;}</span></p>'],
    ['on two lines', '$$a\nb$$', '<p>$$a<br>\nb$$</p>'],
    ['that are faces or money', '$$_$$ and $$$ or $$$$, $5 to $20', '<p>$$_$$ and $$$ or $$$$, $5 to $20</p>'],
    ['in code', '`$$a$$`', '<p><code>$$a$$</code></p>'],
    ['inside words', 'a$$b$$', '<p>a$$b$$</p>'],
  ])('%s are shown as typed', (_, source, html) => {
    expect(htmlOf(source)).toBe(html);
  });

  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\url{javascript:alert(1)}',
    '\\includegraphics{https://x.org/a.png}',
    '\\htmlClass{x}{y}',
    '\\htmlId{x}{y}',
    '\\htmlStyle{position:fixed}{y}',
    '\\htmlData{a=b}{y}',
  ])('produce neither links nor attributes: %s', (tex) => {
    const html = htmlOf(`$$${tex}$$`).replace(/<annotation.*?<\/annotation>/g, '');

    expect(html).not.toMatch(/<a |<img|href=|src=|id="|fixed|data-a/);
  });

  it('cannot move far away or grow without limit', () => {
    expect(htmlOf('$$\\kern{-500em}x$$')).toContain('tex-error');
    expect(htmlOf('$$\\rule{9999em}{9999em}$$')).not.toContain('9999em;');
  });

  it('leave no definitions for the next formula', () => {
    expect(htmlOf('$$\\gdef\\mine{x}\\mine$$')).toContain('katex');
    expect(htmlOf('$$\\mine$$')).toContain('tex-error');
  });

  it('write nothing to the log', () => {
    const warn = jest.spyOn(console, 'warn');

    htmlOf('$$\ufffd😀$$');

    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it('expand macros to a limit', () => {
    expect(htmlOf('$$\\def\\a{\\a\\a}\\a$$')).toContain('tex-error');
  });

  it('are limited in number', () => {
    const html = htmlOf('$$x$$ '.repeat(MAX_MATH_EXPRESSIONS + 5));

    expect(html.match(/tex-error/g)?.length).toBe(5);
  });
});

describe('the check of formulas', () => {
  it.each([
    '<a href="x">y</a>',
    '<span onclick="x">y</span>',
    '<span id="x">y</span>',
    '<span>y',
    '<span style="background:url(x)">y</span>',
    "<span class='x'>y</span>",
    '<math xlink:href="x">y</math>',
    '<script>x</script>',
    '<span <b>>',
  ])('refuses %s', (html) => {
    expect(isSafeMathHtml(html)).toBe(false);
  });
});
