import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const docs = fileURLToPath(new URL('../../../docs', import.meta.url));
const read = (path: string) => readFileSync(join(docs, path), 'utf8');
const pagesOf = (folder: string) => readdirSync(join(docs, folder)).map((name) => `${folder}/${name}`);

const MAX_RECORD_LINES = 60;
const MAX_FIGURES = 3;
const FIGURE = /\d[\d,.]*/g;

it.each(pagesOf('architecture'))('%s states guarantees first and limits after them', (path) => {
  const headings = [...read(path).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);

  expect(headings.filter((heading) => heading === 'Guarantees' || heading === 'Limits')).toEqual([
    'Guarantees',
    'Limits',
  ]);
});

it('a decision record has at most 60 lines', () => {
  expect(pagesOf('adr').filter((path) => read(path).trimEnd().split('\n').length > MAX_RECORD_LINES)).toEqual([]);
});

it('no cell of docs/performance.md has more than three figures', () => {
  const rows = read('performance.md')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const cells = rows.flatMap((row) => row.replace(/`[^`]*`/g, '').split('|'));

  expect(rows.length).toBeGreaterThan(0);
  expect(cells.filter((cell) => (cell.match(FIGURE)?.length ?? 0) > MAX_FIGURES)).toEqual([]);
});

const TABLE_OWNERS = (JSON.parse(read('../services.json')) as { name: string; schema: string | null }[]).filter(
  ({ schema }) => schema !== null,
);

it.each([...pagesOf('guides'), ...pagesOf('operations'), ...pagesOf('architecture')])(
  'a line of %s that names users, realm-settings and messaging names every service with tables',
  (path) => {
    const lines = read(path)
      .split('\n')
      .map((line) => line.replaceAll('realm_settings', 'realm-settings'));
    const lists = lines.filter(
      (line) => /\busers\b/.test(line) && /realm-settings/.test(line) && /messaging/.test(line),
    );

    expect(lists.filter((line) => TABLE_OWNERS.some(({ name }) => !line.includes(name)))).toEqual([]);
  },
);
