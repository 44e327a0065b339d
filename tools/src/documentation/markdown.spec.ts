import { describe, expect, it } from '@jest/globals';
import { linkErrors, markdownErrors } from './markdown.js';

const pages = (texts: Record<string, string>) => new Map(Object.entries(texts));

describe('markdownErrors', () => {
  it('accepts a page that follows the rules, and does not read code', async () => {
    const page = '# Title\n\nA client polls with `who`.\n\n```sh\necho who is told\n```\n';

    expect(await markdownErrors(pages({ 'a.md': page }))).toEqual([]);
  });

  it('names the line of a writing error in a paragraph and in a table', async () => {
    const page = '# Title\n\nThe client\nwho waits.\n\n| a | b |\n|---|---|\n| nobody | 1 |\n';

    expect(await markdownErrors(pages({ 'a.md': page }))).toEqual([
      'a.md:3 plain-english "who": use a noun instead of a clause',
      'a.md:8 plain-english "nobody": name the person or the component',
    ]);
  });

  it('refuses a skipped heading level, a long line and code without a language', async () => {
    const page = `# Title\n\n### Deep\n\n${'word '.repeat(30)}\n\n\`\`\`\ncode\n\`\`\`\n`;
    const errors = await markdownErrors(pages({ 'a.md': page }));

    expect(errors.map((error) => error.split(' ')[1])).toEqual(expect.arrayContaining(['MD001', 'MD013', 'MD040']));
  });
});

describe('linkErrors', () => {
  const exists = (path: string) => path === 'libs/text/src/fold-name.ts';

  it('accepts links to pages, headings and files', () => {
    const readme =
      '# Map\n\n[a](a.md#the-first-part) [code](../libs/text/src/fold-name.ts) [web](https://example.com)\n';

    expect(
      linkErrors(
        pages({ 'docs/README.md': readme, 'docs/a.md': '# A\n\n## The first part\n' }),
        'docs/README.md',
        exists,
      ),
    ).toEqual([]);
  });

  it('refuses links to missing pages and headings', () => {
    const readme = '# Map\n\n[a](a.md#other)\n[b](b.md)\n';

    expect(linkErrors(pages({ 'docs/README.md': readme, 'docs/a.md': '# A\n' }), 'docs/README.md', exists)).toEqual([
      'docs/README.md:3 dead link to docs/a.md#other',
      'docs/README.md:3 dead link to docs/b.md#',
    ]);
  });

  it('refuses a page that no other page leads to', () => {
    const texts = { 'docs/README.md': '# Map\n', 'docs/a.md': '# A\n\n[b](b.md)\n', 'docs/b.md': '# B\n\n[a](a.md)\n' };

    expect(linkErrors(pages(texts), 'docs/README.md', exists)).toEqual([
      'docs/a.md is an orphan: no chain of links leads to it from docs/README.md',
      'docs/b.md is an orphan: no chain of links leads to it from docs/README.md',
    ]);
  });
});
