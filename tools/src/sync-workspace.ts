import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVICE_LIST, type ServiceEntry } from '../bootstrap/services.mjs';
import { neededReferences } from './boundaries/rules.js';
import { readWorkspace } from './boundaries/workspace.js';
import { serviceListsOf, withService } from './containers/service-lists.js';

// `npm run sync`: updates the lists that follow from package.json, the imports and services.json. It creates missing
// build files, entry points and deployment files of new projects and services; it never changes or removes hand-written text.
const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const exists = (path: string) => existsSync(join(root, path));

function write(path: string, text: string): void {
  if (exists(path) && read(path) === text) return;
  writeFileSync(join(root, path), text);
  console.log(path);
}

/** The project.json and tsconfig.json of a new app or lib, as those of a service. */
function makeBuildFiles(folder: string): void {
  const name = basename(folder);
  const isApp = dirname(folder) === 'apps';
  const tags = isApp ? `"type:app", "scope:${name}"` : '"type:lib", "scope:platform"';
  const project = read('apps/users/project.json')
    .replace('"name": "users"', `"name": "${name}"`)
    .replace('"application"', isApp ? '"application"' : '"library"')
    .replace(/"tags": \[.*\]/, `"tags": [${tags}]`);
  if (!exists(`${folder}/project.json`)) write(`${folder}/project.json`, project);
  if (!exists(`${folder}/tsconfig.json`)) write(`${folder}/tsconfig.json`, read('apps/users/tsconfig.json'));
}

/** The main.ts and migrate.ts of a new service. */
function makeEntryPoints({ name, schema }: ServiceEntry): void {
  const words = name.split('-');
  const module = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');
  const named = (text: string) =>
    text.replaceAll('USERS', words.join('_').toUpperCase()).replaceAll('Users', module).replaceAll('users', name);
  for (const file of schema === null ? ['main.ts'] : ['main.ts', 'migrate.ts']) {
    if (!exists(`apps/${name}/src/${file}`)) write(`apps/${name}/src/${file}`, named(read(`apps/users/src/${file}`)));
  }
}

function writeReferences(path: string, folders: readonly string[]): void {
  const from = dirname(path);
  const entries = folders.map((folder) => `    {\n      "path": "${posix.relative(from, folder)}"\n    }`);
  const list = entries.length === 0 ? '[]' : `[\n${entries.join(',\n')}\n  ]`;
  write(path, read(path).replace(/"references": \[[^\]]*\]/, `"references": ${list}`));
}

/** Adds the deployment files of a new service, and its entries in the lists of services. */
function deploy({ name, schema }: ServiceEntry): void {
  const manifest = `deploy/kubernetes/base/${name}.yaml`;
  if (exists(manifest)) return;
  const { lists, model } = serviceListsOf(schema !== null);
  const text = read(`deploy/kubernetes/base/${model}.yaml`).replaceAll(model, name);
  write(manifest, text.replace(/^#.*/, `# ${name}, see apps/${name}.`));
  for (const list of lists) write(list.path, withService(read(list.path), list, model, name));
}

const folders = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
);
for (const folder of folders) if (exists(`${folder}/package.json`)) makeBuildFiles(folder);
for (const service of SERVICE_LIST) makeEntryPoints(service);
const workspace = readWorkspace(root);
for (const project of workspace.projects) {
  if (project.files.length > 0)
    writeReferences(`${project.folder}/tsconfig.json`, neededReferences(workspace, project));
}
writeReferences('tsconfig.json', workspace.projects.map(({ folder }) => folder).sort());
const names = SERVICE_LIST.filter(({ isEntrance }) => !isEntrance).map(({ name }) => `'${name}'`);
const contract = 'libs/contracts/src/service-request.ts';
write(contract, read(contract).replace(/SERVICES = \[[^\]]*\]/, `SERVICES = [\n  ${names.join(',\n  ')},\n]`));
for (const service of SERVICE_LIST) deploy(service);
