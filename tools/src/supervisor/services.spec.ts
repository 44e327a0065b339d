import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVICES as RPC_SERVICES } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { PERMANENT_SERVICES, runsWith, SERVICE_LIST, SERVICES } from '../../bootstrap/services.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('services.json', () => {
  it('lists every application of the repository, and no other', () => {
    const tagsOf = (app: string) =>
      (JSON.parse(readFileSync(join(root, 'apps', app, 'project.json'), 'utf8')) as { tags: string[] }).tags;
    const applications = readdirSync(join(root, 'apps')).filter(
      (app) => existsSync(join(root, 'apps', app, 'project.json')) && tagsOf(app).includes('type:app'),
    );

    expect([...SERVICES].sort()).toEqual(applications.sort());
  });

  it('has the services of libs/contracts, in their order, and one entrance', () => {
    expect(SERVICE_LIST.filter(({ isEntrance }) => !isEntrance).map(({ name }) => name)).toEqual([...RPC_SERVICES]);
    expect(SERVICE_LIST.filter(({ isEntrance }) => isEntrance)).toHaveLength(1);
  });

  it('runs a service that needs a provider only if one is configured, also by a file', () => {
    const runningWith = (env: Record<string, string>) =>
      SERVICE_LIST.filter((service) => runsWith(service, env)).map(({ name }) => name);

    expect(runningWith({ OIDC_PROVIDERS: '' })).toEqual(PERMANENT_SERVICES);
    for (const name of ['OIDC_PROVIDERS', 'SAML_PROVIDERS', 'SAML_PROVIDERS_FILE'])
      expect(runningWith({ [name]: 'x' })).toEqual(SERVICES);
  });

  it.each(SERVICE_LIST.map((entry) => [entry.name, entry] as const))(
    'gives %s the schema that it migrates',
    (name, entry) => {
      const source = join(root, 'apps', name, 'src');
      const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.spec)\.ts$/.test(file))
        .map((file) => readFileSync(join(source, file), 'utf8'));

      expect(existsSync(join(source, 'migrate.ts'))).toBe(entry.schema !== null);
      if (entry.schema !== null) expect(texts.some((text) => text.includes(`'${entry.schema}'`))).toBe(true);
      expect(entry.replicas).toBeGreaterThan(0);
    },
  );
});
