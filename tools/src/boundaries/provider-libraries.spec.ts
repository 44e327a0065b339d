import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';

/** Versions by names. */
type Versions = Readonly<Record<string, string>>;

interface Installed {
  readonly dependencies?: Versions;
  readonly optionalDependencies?: Versions;
}

interface Lockfile {
  readonly importers: Readonly<
    Record<string, { readonly dependencies?: Readonly<Record<string, { readonly version: string }>> }>
  >;
  readonly snapshots: Readonly<Record<string, Installed>>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { importers, snapshots } = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')) as Lockfile;

/** Packages that read XML, or that implement a protocol of identity providers. */
const FOR_PROVIDERS = /xml|xpath|sax|saml|openid|oauth|oidc/;

/** Names of the packages in the image of a service: its production dependencies, and theirs. */
function packagesOf(folder: string): string[] {
  const seen = new Set<string>();
  const add = (name: string, version: string, from: string): void => {
    const isOwn = version.startsWith('link:');
    const key = isOwn ? join(from, version.slice('link:'.length)) : `${name}@${version}`;
    if (seen.has(key)) return;
    seen.add(key);
    const { dependencies, optionalDependencies }: Installed = isOwn ? ownDependencies(key) : (snapshots[key] ?? {});
    for (const [each, of] of Object.entries({ ...dependencies, ...optionalDependencies })) add(each, of, key);
  };
  for (const [name, version] of Object.entries(ownDependencies(folder).dependencies)) add(name, version, folder);
  return [...seen].filter((key) => !key.startsWith('libs/')).map((key) => key.slice(0, key.indexOf('@', 1)));
}

const ownDependencies = (folder: string) => {
  const dependencies = Object.entries(importers[folder]?.dependencies ?? {});
  return { dependencies: Object.fromEntries(dependencies.map(([name, { version }]) => [name, version])) };
};

const forProviders = (service: string) => packagesOf(`apps/${service}`).filter((name) => FOR_PROVIDERS.test(name));

it('the image of identity-providers has the libraries for providers and XML', () => {
  expect(forProviders('identity-providers')).toEqual(
    expect.arrayContaining(['@node-saml/node-saml', '@xmldom/xmldom', 'openid-client', 'sax', 'xml-crypto', 'xpath']),
  );
});

it('the image of the gateway has none of them', () => {
  expect(packagesOf('apps/gateway')).toEqual(expect.arrayContaining(['fastify', 'ioredis', '@nestjs/microservices']));
  expect(forProviders('gateway')).toEqual([]);
});
