import { readdirSync } from 'node:fs';
import type { Integration } from './incoming-webhooks/integration.js';

const FOLDER = new URL('./integrations/', import.meta.url);
const FILE = /^(.+)\.integration\.(?:ts|js)$/;

/** All integrations: the default export of each `<folder>/<name>.integration.ts`, sorted by name. */
export async function loadIntegrations(): Promise<readonly Integration[]> {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const loaded = folders.flatMap(({ name: folder }) =>
    readdirSync(new URL(`${folder}/`, FOLDER)).flatMap((file) => {
      const name = FILE.exec(file)?.[1];
      return name === undefined ? [] : [load(folder, name)];
    }),
  );
  const integrations = await Promise.all(loaded);
  return integrations.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function load(folder: string, name: string): Promise<Integration> {
  // A literal path with variables: from it a bundler knows the files.
  const module = (await import(`./integrations/${folder}/${name}.integration.js`)) as { default: Integration };
  return module.default;
}
