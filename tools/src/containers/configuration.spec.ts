import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GROUPS, TRACING_VARIABLES, VARIABLES, type VariableName } from '@chat/configuration';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { SERVICE_LIST, SERVICES } from '../../bootstrap/services.mjs';
import { serviceEnvironment, withoutForeignSecrets } from '../supervisor/services.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const names = Object.keys(VARIABLES) as VariableName[];
const READS = /\bsetting\(\s*'([A-Z0-9_]+)'/g;

/** Variables that the sources of an app read. */
function readBy(app: string): Set<string> {
  const sources = sourcesIn(`apps/${app}/src`);
  return new Set(sources.flatMap((path) => [...read(path).matchAll(READS)].map((match) => match[1] as string)));
}

function sourcesIn(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts') && !/\.(spec|testing)\.ts$|^testing\//.test(file))
    .map((file) => join(folder, file));
}

/** Variables of a service in the one list: its own groups and those of every process. */
const listedFor = (service: string) =>
  GROUPS.filter(({ services }) => services === 'all' || (services as readonly string[]).includes(service)).flatMap(
    ({ variables }) => Object.keys(variables),
  );

describe('the list of variables', () => {
  it.each(SERVICES)('contains, for %s, the variables that the service reads', (service) => {
    const listed = listedFor(service);

    expect([...readBy(service)].filter((name) => !listed.includes(name))).toEqual([]);
  });

  it('contains no variable that no service reads', () => {
    const libs = ['service-kit', 'redis', 'redis-rpc', 'event-log', 'persistence', 'contracts', 'auth', 'egress'];
    const sources = [
      ...SERVICES.flatMap((app) => sourcesIn(`apps/${app}/src`)),
      ...libs.flatMap((lib) => sourcesIn(`libs/${lib}/src`)),
    ];
    const isRead = new Set(
      sources.flatMap((path) => [...read(path).matchAll(READS)].map((match) => match[1] as string)),
    );

    expect(names.filter((name) => !isRead.has(name))).toEqual([]);
  });

  it('is the only reader of the environment in a service', () => {
    const folders = [...SERVICES.map((app) => `apps/${app}/src`), 'libs/service-kit/src'];
    const readers = folders.flatMap(sourcesIn).filter((path) => read(path).includes('process.env'));

    expect(readers).toEqual(['libs/service-kit/src/tracing/tracing.ts']);
  });
});

describe('npm start', () => {
  const changed: string[] = [];
  afterEach(() => {
    for (const name of changed.splice(0)) delete process.env[name];
  });

  /** Variables that the launcher sets for each process. */
  const ITS_OWN = ['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY', 'HOST', 'PORT'];

  it.each([...names, ...TRACING_VARIABLES].filter((name) => !ITS_OWN.includes(name)))(
    'passes %s on to the services',
    (name) => {
      if (process.env[name] === undefined) changed.push(name);
      process.env[name] ??= 'as it was set';

      const own = { DATABASE_URL: 'd', REDIS_URL: 'r', SECRET_KEY: 's' };

      expect(serviceEnvironment({}, {}, own)[name]).toBe(process.env[name]);
    },
  );
});

describe('a service that npm start starts', () => {
  const secretsOf = (service: string) =>
    GROUPS.filter(({ services }) => (services as readonly string[]).includes(service))
      .flatMap(({ variables }) => Object.keys(variables) as VariableName[])
      .filter((name) => VARIABLES[name].isSecret);
  const allSecrets = [...new Set(SERVICES.flatMap(secretsOf))].flatMap((name) => [name, `${name}_FILE`]);
  const all = Object.fromEntries([...allSecrets, 'SECRET_KEY', 'EXTERNAL_URL'].map((name) => [name, 'as it was set']));

  it.each(SERVICES)('gets, as %s, its secrets and no secret of the others', async (service) => {
    const given = Object.entries(await withoutForeignSecrets(service, all)).filter(([, value]) => value !== '');
    const own = secretsOf(service).flatMap((name) => [name, `${name}_FILE`]);

    expect(given.map(([name]) => name).toSorted()).toEqual([...own, 'SECRET_KEY', 'EXTERNAL_URL'].toSorted());
  });
});

describe('docker-compose.yml', () => {
  interface Compose {
    readonly services: Record<string, { readonly environment: Record<string, unknown> }>;
  }
  const compose = parse(read('docker-compose.yml'), { merge: true }) as Compose;
  /** Variables that the image sets, or that only matter without containers. */
  const NOT_PASSED = /^(INSTANCE|HEALTH_PORT|HEALTH_HOST|SECRET_KEY_FILE)$/;

  it.each(SERVICES)('passes on to %s the variables that the service reads', (name) => {
    const environment = compose.services[name]?.environment ?? {};
    const needsDatabase = SERVICE_LIST.some((service) => service.name === name && service.schema !== null);
    const expected = [...listedFor(name), ...TRACING_VARIABLES].filter(
      (variable) => !NOT_PASSED.test(variable) && (needsDatabase || variable !== 'DATABASE_URL'),
    );

    expect(expected.filter((variable) => !(variable in environment))).toEqual([]);
  });
});
