import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Project, SourceFile, Workspace } from './workspace.js';

const SCOPE = '@chat/';
/** Of the tools only the operators' command line is in an image. */
const SHIPPED_TOOLS = 'tools/src/operator/';

/**
 * Differences between the packages that package.json declares and the sources import: `dependencies` for production
 * code, `devDependencies` for tests and scripts. Versions are only in the catalog of pnpm-workspace.yaml.
 */
export function dependencyViolations(workspace: Workspace): string[] {
  return [
    ...workspace.projects.flatMap((project) => [
      ...importedButUndeclared(workspace, project),
      ...declaredButUnused(project),
      ...wrongVersions(`${project.folder}/package.json`, { ...project.dependencies, ...project.devDependencies }),
    ]),
    ...wrongVersions('package.json', workspace.rootDependencies),
    ...unusedCatalogEntries(workspace),
  ];
}

/** The package that a specifier names: `ajv` of `ajv/dist/2020.js`; undefined for a path or a built-in module. */
export function packageOf(specifier: string): string | undefined {
  if (specifier.startsWith('.') || isBuiltin(specifier)) return undefined;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function packagesOf(files: readonly SourceFile[]): Set<string> {
  const names = files.flatMap(({ imports }) => imports.map(({ specifier }) => packageOf(specifier)));
  return new Set(names.filter((name) => name !== undefined));
}

function runsInProduction(project: Project, file: SourceFile): boolean {
  return !file.isForTests && (project.kind !== 'tools' || file.path.startsWith(SHIPPED_TOOLS));
}

function importedButUndeclared(workspace: Workspace, project: Project): string[] {
  const manifest = `${project.folder}/package.json`;
  const inProduction = packagesOf(project.files.filter((file) => runsInProduction(project, file)));
  const all = packagesOf([...project.files, ...project.scripts]);
  return [...all].flatMap((name) => {
    const isDependency = name in project.dependencies;
    const isDevDependency = name in project.devDependencies;
    const violations: string[] = [];
    if (!isDependency && !isDevDependency) violations.push(`${manifest} lacks ${name}, which its sources import.`);
    else if (inProduction.has(name) && !isDependency) {
      violations.push(`${manifest} lists ${name} for development only, but code that runs in production imports it.`);
    } else if (!inProduction.has(name) && isDependency) {
      violations.push(`${manifest} lists ${name} for production, but only tests and scripts import it.`);
    }
    const types = typesOf(name);
    if (workspace.catalog.includes(types) && !(types in project.devDependencies)) {
      violations.push(`${manifest} lacks ${types} under devDependencies: its sources import ${name}.`);
    }
    return violations;
  });
}

function declaredButUnused(project: Project): string[] {
  const used = packagesOf([...project.files, ...project.scripts]);
  const usedTypes = new Set([...used].map(typesOf));
  return Object.keys({ ...project.dependencies, ...project.devDependencies })
    .filter((name) => !used.has(name) && !usedTypes.has(name))
    .map((name) => `${project.folder}/package.json names ${name}, which none of its sources imports.`);
}

/** The package with the types of a package that has none itself. */
const typesOf = (name: string): string => `@types/${name.replace('@', '').replace('/', '__')}`;

function wrongVersions(manifest: string, dependencies: Readonly<Record<string, string>>): string[] {
  return Object.entries(dependencies).flatMap(([name, version]) => {
    const wanted = name.startsWith(SCOPE) ? 'workspace:*' : 'catalog:';
    return version === wanted ? [] : [`${manifest} asks for ${name} "${version}"; write "${wanted}".`];
  });
}

function unusedCatalogEntries({ projects, rootDependencies, catalog }: Workspace): string[] {
  const manifests = [
    rootDependencies,
    ...projects.flatMap((project) => [project.dependencies, project.devDependencies]),
  ];
  return catalog
    .filter((name) => !manifests.some((manifest) => name in manifest))
    .map((name) => `pnpm-workspace.yaml has a version of ${name}, which no package.json names.`);
}

/** Two copies of one of these break dependency injection, `instanceof`, parsers or registries that belong to the module. */
const SINGLE = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/microservices',
  'class-validator',
  'ioredis',
  'pg',
  'prom-client',
  'reflect-metadata',
  'rxjs',
  'typeorm',
];

/** A sentence per package of SINGLE that the lockfile of the repository installs more or less than once. */
export function copyViolations(root: string): string[] {
  return duplicatesIn(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
}

/** pnpm makes a copy for each set of peers: each is a key `name@version(peer@version)…` under `snapshots`. */
export function duplicatesIn(lockfile: string): string[] {
  const { snapshots = {} } = parse(lockfile) as { snapshots?: Record<string, unknown> };
  return SINGLE.flatMap((name) => {
    const copies = Object.keys(snapshots).filter((key) => key.startsWith(`${name}@`));
    if (copies.length === 1) return [];
    return [
      `pnpm-lock.yaml has ${copies.length} copies of ${name}, and there must be exactly one; a further copy breaks injection and instanceof. ` +
        `Run "pnpm dedupe", or declare the same peers in every package that uses it.${copies.map((copy) => `\n  ${copy}`).join('')}`,
    ];
  });
}
