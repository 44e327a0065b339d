// The documentation site: the pages of docs/ and the README of each package, as they are in the repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withMermaid } from 'vitepress-plugin-mermaid';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Sections of the sidebar: a folder of docs/, or packages with a README. */
const SECTIONS = [
  ['Guides', 'docs/guides'],
  ['Reference', 'docs/reference'],
  ['Operations', 'docs/operations'],
  ['Architecture', 'docs/architecture'],
  ['Contributing', 'docs/contributing'],
  ['Decisions', 'docs/adr'],
];

const titleOf = (path) => /^# (.+)$/m.exec(readFileSync(join(root, path), 'utf8'))?.[1] ?? basename(path, '.md');
/** Path of a page on the site: docs/ is the root, a README is the index of its folder, pages of the root folder are in project/. */
const addressOf = (path) =>
  path.includes('/') ? path.replace(/^docs\//, '').replace(/README\.md$/, 'index.md') : `project/${path.toLowerCase()}`;
const itemOf = (path) => ({
  text: titleOf(path).replaceAll('`', ''),
  link: `/${addressOf(path).replace(/(index)?\.md$/, '')}`,
});

function pagesIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  const pages = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
  // The README of a folder introduces it.
  return pages.sort(
    (one, other) => Number(other === 'README.md') - Number(one === 'README.md') || (one < other ? -1 : 1),
  );
}

const packages = ['apps', 'libs'].flatMap((kind) =>
  readdirSync(join(root, kind)).flatMap((name) => {
    const path = `${kind}/${name}/README.md`;
    return existsSync(join(root, path)) ? [path] : [];
  }),
);

export default withMermaid({
  title: 'Team chat',
  description: 'A multi-user team chat organization behind a JSON HTTP API.',
  srcDir: root,
  srcExclude: ['**/node_modules/**', '**/dist/**', '.github/**', '.local/**', '**/fixtures/**', 'bench/results/**'],
  rewrites: addressOf,
  outDir: join(root, 'docs/.vitepress/dist'),
  cleanUrls: true,
  // A heading such as `### DELETE /api/v1/webhooks/{id}` ends with a parameter, not with attributes of HTML.
  markdown: {
    attrs: { disable: true },
    // Vue would read `{{ticket.id}}` in a line of text as an expression.
    config: ({ renderer: { rules } }) => {
      const inlineCode = rules.code_inline;
      rules.code_inline = (...parts) => inlineCode(...parts).replace('<code', '<code v-pre');
    },
  },
  // Links to sources and folders are checked by `npm test -- docs`; here they lead nowhere.
  ignoreDeadLinks: [
    (link) => existsSync(join(root, link.replace(/^(\.?\.\/)+/, ''))),
    /\.(ts|mjs|lua|ya?ml|json|sh|html)$/,
    /^\.?\.?\/.*(?<!\.md)$/,
  ],
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      {
        text: 'Start',
        items: [
          { text: 'Map', link: '/' },
          { text: 'Project', link: '/project/readme' },
          ...pagesIn('docs')
            .filter((name) => name !== 'README.md')
            .map((name) => itemOf(`docs/${name}`)),
        ],
      },
      ...SECTIONS.map(([text, folder]) => ({
        text,
        collapsed: true,
        items: pagesIn(folder).map((name) => itemOf(`${folder}/${name}`)),
      })),
      { text: 'Packages', collapsed: true, items: packages.map(itemOf) },
    ],
  },
});
