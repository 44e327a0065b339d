import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parse } from 'yaml';
import { type ImportStatement, importsOf } from './import-of.js';

const KINDS = ['app', 'web', 'lib', 'testing', 'contracts', 'tools', 'system-tests', 'bench'] as const;
/** The tag `type:…` of project.json. */
export type ProjectKind = (typeof KINDS)[number];

export interface SourceFile {
  /** Relative to the repository, with slashes. */
  path: string;
  /** Specs, `*.testing.ts`, and files in a folder named `testing`, which never run in production. */
  isForTests: boolean;
  lines: number;
  imports: ImportStatement[];
}

/** One project of the workspace, as its files say. */
export interface Project {
  /** `@chat/users` */
  name: string;
  kind: ProjectKind;
  /** The tag `scope:…` of project.json: the service to which the project belongs, or `platform`. */
  scope: string;
  /** `apps/users` */
  folder: string;
  /** Versions by package name, as in package.json. */
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  /** Folders that tsconfig.json refers to, relative to the repository. */
  references: string[];
  files: SourceFile[];
  /** Modules that are not compiled (`*.mjs`): commands and fixtures, in src or next to it. None runs in production. */
  scripts: SourceFile[];
}

/** The repository as far as the boundaries are concerned. */
export interface Workspace {
  projects: Project[];
  /** Folders that the root tsconfig.json refers to. */
  rootReferences: string[];
  /** Versions by package name in the root package.json; all for development. */
  rootDependencies: Record<string, string>;
  /** Packages with a version in the catalog of pnpm-workspace.yaml. */
  catalog: string[];
}

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Reads every project under apps, libs, tools and bench that has a package.json. */
export function readWorkspace(root: string): Workspace {
  const manifest = readJson<Manifest>(join(root, 'package.json'));
  const settings = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')) as { catalog: object };
  const inside = (folder: string) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}`) : [];
  const folders = [...inside('apps'), ...inside('libs'), 'tools', 'bench'].filter((folder) =>
    existsSync(join(root, folder, 'package.json')),
  );
  return {
    projects: folders.map((folder) => readProject(root, folder)),
    rootReferences: readReferences(root, '.'),
    rootDependencies: { ...manifest.dependencies, ...manifest.devDependencies },
    catalog: Object.keys(settings.catalog),
  };
}

function readProject(root: string, folder: string): Project {
  const manifest = readJson<Manifest>(join(root, folder, 'package.json'));
  return {
    name: manifest.name,
    ...readTags(root, folder),
    folder,
    dependencies: manifest.dependencies ?? {},
    devDependencies: manifest.devDependencies ?? {},
    references: readReferences(root, folder),
    files: sourceFiles(root, `${folder}/src`, '.ts', '.tsx').map((path) => readSource(root, path)),
    scripts: SCRIPT_FOLDERS.flatMap((name) => sourceFiles(root, `${folder}/${name}`, '.mjs'))
      .concat(ownScripts(root, folder))
      .map((path) => readSource(root, path)),
  };
}

const SCRIPT_FOLDERS = ['src', 'bootstrap', 'bundle', 'demo-bot', 'fixtures', 'jest', 'scripts'];

/** Scripts in the folder of a project itself. */
function ownScripts(root: string, folder: string): string[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.mjs'));
  return names.map((name) => `${folder}/${name}`);
}

function readTags(root: string, folder: string): Pick<Project, 'kind' | 'scope'> {
  const path = join(folder, 'project.json');
  const { tags = [] } = readJson<{ tags?: string[] }>(join(root, path));
  const tagValue = (name: string) => tags.find((tag) => tag.startsWith(`${name}:`))?.slice(name.length + 1);
  const kind = KINDS.find((known) => known === tagValue('type'));
  const scope = tagValue('scope');
  if (kind === undefined || scope === undefined) {
    throw new Error(`${path} needs the tags "scope:…" and "type:…", one of ${KINDS.join(', ')}.`);
  }
  return { kind, scope };
}

function readReferences(root: string, folder: string): string[] {
  const path = join(root, folder, 'tsconfig.json');
  if (!existsSync(path)) return [];
  const { references = [] } = readJson<{ references?: { path: string }[] }>(path);
  return references.map((reference) => slashes(relative(root, resolve(root, folder, reference.path))));
}

/** Paths of a folder's files with one of these endings, relative to the repository, with slashes. */
export function sourceFiles(root: string, folder: string, ...endings: string[]): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && !path.endsWith('.d.ts'))
    .map((path) => slashes(join(folder, path)))
    .sort();
}

function readSource(root: string, path: string): SourceFile {
  try {
    const source = readFileSync(join(root, path), 'utf8');
    const lines = source.split('\n').length - (source.endsWith('\n') ? 1 : 0);
    return { path, isForTests: isForTests(path), lines, imports: importsOf(source, path.endsWith('.tsx')) };
  } catch (error) {
    throw new Error(`${path} does not parse`, { cause: error });
  }
}

/** Whether a path, with or without its ending, is that of a test or of a helper of tests. */
export function isForTests(path: string): boolean {
  const inProject = path.replace(/^.*?\/src\//, '/');
  return /\.(spec|testing)\.[jt]s$/.test(inProject) || inProject.includes('/testing/');
}

const readJson = <Content>(path: string): Content => JSON.parse(readFileSync(path, 'utf8')) as Content;

const slashes = (path: string): string => path.replaceAll('\\', '/');
