import { describe, expect, it } from '@jest/globals';
import { MAX_HIGHLIGHTED_LENGTH } from '../limits.js';
import { htmlOf } from '../render.testing.js';

const block = (code: string, language?: string): string =>
  `<div class="codehilite"${language === undefined ? '' : ` data-code-language="${language}"`}><pre><span></span><code>${code}\n</code></pre></div>`;

describe('code blocks', () => {
  it.each([
    ['without a language', '```\na <b>\n```', block('a &lt;b&gt;')],
    ['with tildes', '~~~\na\n~~~', block('a')],
    ['that stay open', '```\na', block('a')],
    ['with longer fences inside', '````\n```\n````', block('```')],
    ['in an unknown language', '```klingon\na\n```', block('a', 'klingon')],
    ['with a dot or braces around the language', '~~~{.klingon}\na\n~~~', block('a', 'klingon')],
    ['lose trailing spaces and outer blank lines', '```\n\na   \n\n```', block('a')],
    [
      'show markup as it is',
      '```\n**a** :tada: @**Ana Lima** https://x.org\n```',
      block('**a** :tada: @**Ana Lima** https://x.org'),
    ],
    ['end only with the same fence', '```\na\n~~~\n````\n```\nb', `${block('a\n~~~\n````')}\n<p>b</p>`],
    ['cannot break out of the attribute', '```x"onload=a\na\n```', block('a', 'x')],
  ])('%s', (_, source, html) => {
    expect(htmlOf(source)).toBe(html);
  });

  it('have token classes in known languages', () => {
    expect(htmlOf("```python\ndef f(x):\n    return 'a' # c\n```")).toBe(
      block(
        '<span class="k">def</span> <span class="nf">f</span>(<span class="n">x</span>):\n    <span class="k">return</span> <span class="s1">\'a\'</span> <span class="c1"># c</span>',
        'Python',
      ),
    );
  });

  it.each([
    ['js', 'JavaScript'],
    ['C++', 'C++'],
    ['sh', 'Bash'],
    ['text', 'Text only'],
    ['latex', 'TeX'],
    ['HTML', 'HTML'],
    ['php', 'PHP'],
    ['vb.net', 'VB.net'],
    ['shell', 'Bash'],
    ['nginx', 'Nginx configuration file'],
    ['rst', 'reStructuredText'],
  ])('name %s as clients do: %s', (word, title) => {
    expect(htmlOf(`\`\`\`${word}\nx\n\`\`\``)).toContain(`data-code-language="${title}"`);
  });

  it('have the language of the realm if they name none', () => {
    expect(htmlOf('```\nx\n```', { defaultCodeLanguage: 'Python' })).toBe(block('x', 'Python'));
  });

  it.each([
    ['quote', 'blockquote'],
    ['spoiler', 'div class="spoiler-block"'],
    ['math', 'p><span class="katex-display"'],
  ])('are not code if the language of the realm is %s', (defaultCodeLanguage, tag) => {
    expect(htmlOf('```\nx\n```', { defaultCodeLanguage })).toMatch(new RegExp(`^<${tag}>`));
    expect(htmlOf('```text\nx\n```', { defaultCodeLanguage })).toBe(block('x', 'Text only'));
  });

  it.each([
    ['#!python', 'k'],
    ['#!/bin/bash', 'nb'],
    ['#!/usr/bin/env python', 'k'],
    [':::sql', 'k'],
  ])('without a language are highlighted by their first line %s', (first, tokenClass) => {
    const html = htmlOf(`\`\`\`\n${first}\nselect exit if\n\`\`\``);

    expect(html).toMatch(/^<div class="codehilite"><pre>/);
    expect(html.replace(/<[^>]*>/g, '')).toContain(`${first}\n`);
    expect(html).toContain(`<span class="${tokenClass}">`);
  });

  it.each(['#!klingon', '# !python', ':python'])('are plain after the first line %s', (first) => {
    expect(htmlOf(`\`\`\`\n${first}\nif x: pass\n\`\`\``)).toBe(block(`${first}\nif x: pass`));
  });

  it('are plain above the limit of their length', () => {
    expect(htmlOf(`\`\`\`python\n${'def f(): pass\n'.repeat(MAX_HIGHLIGHTED_LENGTH / 10)}\n\`\`\``)).not.toContain(
      'class="k"',
    );
  });

  it('give no HTML when empty', () => {
    expect(htmlOf('```\n```')).toBe('');
  });

  it.each(['html', 'xml', 'php', 'markdown', 'javascript', 'css', 'yaml', 'diff'])(
    'escape everything in %s',
    (language) => {
      expect(htmlOf(`\`\`\`${language}\n<script>alert("1")</script> &lt; <?php echo "<b>" ?>\n\`\`\``)).not.toContain(
        '<script',
      );
    },
  );
});

describe('code spans', () => {
  it.each([
    ['hold markup as it is', '`**a** <b>`', '<p><code>**a** &lt;b&gt;</code></p>'],
    ['keep spaces', '` a `', '<p><code> a </code></p>'],
    ['may hold fewer backticks', '`` a`b ``', '<p><code> a`b </code></p>'],
    ['may be fenced on one line', '```a```', '<p><code>a</code></p>'],
    ['need a closing run of the same length', '`a``', '<p>`a``</p>'],
    ['beat emphasis', '*a `*`', '<p>*a <code>*</code></p>'],
  ])('%s', (_, source, html) => {
    expect(htmlOf(source)).toBe(html);
  });
});
