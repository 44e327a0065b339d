import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Project, SourceFile, Workspace } from './workspace.js';

const MAX_LINES = 300;
const EXCEPTIONS = 'tools/structure-exceptions.json';

/** Exceptions from the rules below. The lists only shrink: an entry that is no longer needed is a violation. */
interface StructureExceptions {
  /** First-level folders of `src` that are in an import cycle, by project folder. */
  folderCycles: Record<string, string[]>;
  /** Lines that a file may have at most, by path. */
  longFiles: Record<string, number>;
}

export function readStructureExceptions(root: string): StructureExceptions {
  return JSON.parse(readFileSync(join(root, EXCEPTIONS), 'utf8')) as StructureExceptions;
}

/** A sentence for each import cycle between folders and each file that is too long; test files are free. */
export function structureViolations(workspace: Workspace, exceptions: StructureExceptions): string[] {
  return [
    ...workspace.projects.flatMap((project) => cycleViolations(project, exceptions.folderCycles[project.folder] ?? [])),
    ...lengthViolations(workspace, exceptions.longFiles),
  ];
}

function cycleViolations(project: Project, excepted: readonly string[]): string[] {
  const graph = folderGraph(project);
  const inCycles = foldersInCycles(graph);
  const found = inCycles.filter((folder) => !excepted.includes(folder));
  const gone = excepted.filter((folder) => !inCycles.includes(folder));
  return [
    ...found.map((folder) => {
      const partners = inCycles.filter((other) => other !== folder && graph.get(folder)?.has(other));
      return `${project.folder}/src/${folder} is in an import cycle between folders; it imports ${partners.join(', ')}.`;
    }),
    ...gone.map((folder) => `${project.folder}/src/${folder} is in no import cycle; remove it from ${EXCEPTIONS}.`),
  ];
}

/** Imports between first-level folders of `src`, those of types included. */
function folderGraph({ folder, files }: Project): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  const source = `${folder}/src/`;
  for (const file of files.filter(({ isForTests }) => !isForTests)) {
    const from = firstFolder(source, file.path);
    for (const { specifier } of file.imports.filter((statement) => statement.specifier.startsWith('.'))) {
      const to = firstFolder(source, posix.join(posix.dirname(file.path), specifier));
      if (from === undefined || to === undefined || from === to) continue;
      graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
  }
  return graph;
}

function firstFolder(source: string, path: string): string | undefined {
  const [first, ...rest] = path.startsWith(source) ? path.slice(source.length).split('/') : [];
  return rest.length > 0 ? first : undefined;
}

/** Nodes that reach themselves. */
function foldersInCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reachesItself = (start: string): boolean => {
    const reached = new Set<string>();
    const waiting = [...(graph.get(start) ?? [])];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (reached.has(node)) continue;
      reached.add(node);
      waiting.push(...(graph.get(node) ?? []));
    }
    return reached.has(start);
  };
  return [...graph.keys()].filter(reachesItself).sort();
}

function lengthViolations({ projects }: Workspace, excepted: Readonly<Record<string, number>>): string[] {
  const isMeasured = (file: SourceFile) => !file.isForTests && !file.path.includes('.generated.');
  const sources = projects.filter(({ kind }) => kind !== 'system-tests');
  const files = sources.flatMap((project) => [...project.files, ...project.scripts]).filter(isMeasured);
  const lines = new Map(files.map((file) => [file.path, file.lines]));
  const tooLong = files
    .filter((file) => file.lines > (excepted[file.path] ?? MAX_LINES))
    .map((file) => `${file.path} has ${file.lines} lines; at most ${excepted[file.path] ?? MAX_LINES} are allowed.`);
  const gone = Object.keys(excepted)
    .filter((path) => (lines.get(path) ?? 0) <= MAX_LINES)
    .map((path) => `${path} has at most ${MAX_LINES} lines; remove it from ${EXCEPTIONS}.`);
  return [...tooLong, ...gone];
}
