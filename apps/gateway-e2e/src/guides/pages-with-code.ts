import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
export const readPage = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const inFolder = (folder: string): string[] => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
/** Folders of the packages, relative to the root. */
export const PACKAGES = [...inFolder('apps'), ...inFolder('libs'), 'bench', 'tools'].filter((folder) =>
  existsSync(join(ROOT, folder, 'README.md')),
);
const isPage = (path: string) => path.endsWith('.md');
const pagesIn = (folder: string) => inFolder(folder).filter(isPage);
export const READMES = ['README.md', ...PACKAGES.map((folder) => `${folder}/README.md`)];
export const GUIDES = pagesIn('docs/guides');
export const ARCHITECTURE = pagesIn('docs/architecture');

const FOLDERS_OF_DOCS = ['contributing', 'guides', 'integrations', 'operations', 'architecture', 'reference', 'adr'];
/** Every page for people: of the root, of `docs/`, and the READMEs of the packages. */
export const ALL_PAGES = [
  ...readdirSync(ROOT).filter(isPage),
  ...READMES.slice(1),
  ...pagesIn('docs'),
  ...FOLDERS_OF_DOCS.flatMap((folder) => pagesIn(`docs/${folder}`)),
];
