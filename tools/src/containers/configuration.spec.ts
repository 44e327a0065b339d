import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { SERVICES } from '../../bootstrap/services.mjs';
import { serviceEnvironment } from '../supervisor/service-environment.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Names in the first cells of the tables. */
const documented = read('docs/configuration.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name as string));

/** Read by what is installed with tracing, by names that are not ours. */
const OTHERS = /^OTEL_/;
const READS = /(?:Setting|optionalText|optionalUrl|fileSize|url)\(\s*'([A-Z_]{3,})'|process\.env\[?'?\.?([A-Z_]{3,})/g;

/** Variables that the sources in a folder read. */
function readBy(folder: string): Set<string> {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !/\.(spec|testing)\.ts$|^testing\//.test(file));
  return new Set(
    sources.flatMap((file) =>
      [...read(join(folder, file)).matchAll(READS)].map((match) => match[1] ?? (match[2] as string)),
    ),
  );
}
const ofApps = new Map(SERVICES.map((name) => [name, readBy(`apps/${name}/src`)]));
const ofLibs = new Set(
  ['service-kit', 'auth', 'redis', 'redis-rpc', 'event-log', 'persistence'].flatMap((lib) => [
    ...readBy(`libs/${lib}/src`),
  ]),
);
const all = new Set([...ofLibs, ...[...ofApps.values()].flatMap((names) => [...names])]);

describe('docs/configuration.md', () => {
  it('names what the services read, and nothing else', () => {
    const undocumented = [...all].filter((name) => !documented.includes(name) && !OTHERS.test(name));
    const unread = documented.filter((name) => !all.has(name) && name !== 'MAIL_SINK_PORT' && !OTHERS.test(name));

    expect(undocumented).toEqual([]);
    expect(unread).toEqual([]);
    expect(documented.length).toBeGreaterThan(50);
  });
});

describe('npm start', () => {
  const changed: string[] = [];
  afterEach(() => {
    for (const name of changed.splice(0)) delete process.env[name];
  });

  /** What the launcher decides for each process. */
  const ITS_OWN = ['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY', 'HOST', 'PORT'];

  it.each(documented.filter((name) => !ITS_OWN.includes(name)))('passes %s on to the services', (name) => {
    if (process.env[name] === undefined) changed.push(name);
    process.env[name] ??= 'as it was set';

    const common = { databaseUrl: 'd', redisUrl: 'r', secretKey: 's', baseUrl: 'http://b', further: {} };

    expect(serviceEnvironment(common)[name]).toBe(process.env[name]);
  });
});

describe('docker-compose.yml', () => {
  interface Compose {
    readonly services: Record<string, { readonly environment: Record<string, unknown> }>;
  }
  const compose = parse(read('docker-compose.yml'), { merge: true }) as Compose;
  /** What the image sets, or what is only of use without containers. */
  const NOT_PASSED = /^(INSTANCE|HEALTH_PORT|HEALTH_HOST|SECRET_KEY_FILE)$/;

  it.each([...ofApps])('passes on to %s what it reads', (name, variables) => {
    const environment = compose.services[name]?.environment ?? {};

    const missing = [...variables, ...ofLibs].filter(
      (variable) => !(variable in environment) && !NOT_PASSED.test(variable) && !OTHERS.test(variable),
    );

    expect(missing).toEqual([]);
  });
});
