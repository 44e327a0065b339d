import { readdirSync } from 'node:fs';
import type { Integration } from './integration.js';

const FOLDER = new URL('../integrations/', import.meta.url);
const FILE = /\.integration\.(?:ts|js)$/;

/** All integrations: the default export of each `<folder>/<name>.integration.ts`, sorted by name. */
export async function loadIntegrations(): Promise<readonly Integration[]> {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = folders.flatMap(({ name }) =>
    readdirSync(new URL(`${name}/`, FOLDER))
      .filter((file) => FILE.test(file))
      .map((file) => new URL(`${name}/${file}`, FOLDER).href),
  );
  const modules = await Promise.all(files.map((file) => import(file) as Promise<{ default: Integration }>));
  return modules.map((module) => module.default).sort((a, b) => (a.name < b.name ? -1 : 1));
}
