import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setting } from '@chat/configuration';
import type { Encoding } from '../http/accepted-encoding.js';

/** One file of the client, with the forms that the build has compressed. */
export interface ClientFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly encoded: Readonly<Partial<Record<Encoding, Buffer>>>;
}

/** A file at an address that stays the same: browsers ask for it each time, with the tag of its content. */
export interface CheckedFile extends ClientFile {
  readonly etag: string;
}

/** The files of one build. A process reads them once, so that a later build in the folder changes nothing for it. */
export interface BuiltClient {
  /** The page names its scripts, and so all files of a build. */
  readonly page: CheckedFile;
  readonly serviceWorker: CheckedFile;
  /** The web app manifest without the name of the organization. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** By their names below `/assets/`. */
  readonly assets: ReadonlyMap<string, ClientFile>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };
export const SOURCE_MAP = '.map';

/** In an image the client is next to the compiled gateway, in the repository it is in its own project. */
const FOLDERS = ['../../client', '../../../web/dist/client'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** The client in the folder of `WEB_CLIENT_DIR`, or of this installation; undefined if it was not built. */
export function readBuiltClient(): BuiltClient | undefined {
  const configured = setting('WEB_CLIENT_DIR');
  const folder = (configured === '' ? FOLDERS : [configured]).find((path) => existsSync(join(path, 'index.html')));
  if (folder === undefined) return undefined;
  const withMaps = setting('DEVELOPMENT');
  const names = readdirSync(join(folder, 'assets')).filter((name) => extname(name) in TYPES);
  const served = names.filter((name) => withMaps || extname(name) !== SOURCE_MAP);
  const assets = new Map(served.map((name) => [name, readFile(join(folder, 'assets'), name)]));
  return {
    page: readChecked(folder, 'index.html'),
    serviceWorker: readChecked(folder, 'service-worker.js'),
    manifest: JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')),
    assets,
  };
}

function readChecked(folder: string, name: string): CheckedFile {
  const file = readFile(folder, name);
  const digest = createHash('sha256').update(file.bytes).digest('base64url').slice(0, 22);
  return { ...file, etag: `W/"${digest}"` };
}

function readFile(folder: string, name: string): ClientFile {
  const path = join(folder, name);
  const encoded = Object.entries(SUFFIXES)
    .filter(([, suffix]) => existsSync(path + suffix))
    .map(([encoding, suffix]) => [encoding, readFileSync(path + suffix)]);
  return { type: typeOf(name), bytes: readFileSync(path), encoded: Object.fromEntries(encoded) };
}

export const typeOf = (name: string): string => TYPES[extname(name)] ?? 'application/octet-stream';
