import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { SERVICES } from '../../bootstrap/services.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly { readonly key: string; readonly operator: string; readonly values: string[] }[];
}
interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly podSelector: Selector;
    readonly policyTypes: readonly string[];
    readonly ingress?: readonly {
      readonly from?: readonly Peer[];
      readonly ports?: readonly { port: string | number }[];
    }[];
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly name: string;
          readonly env: readonly { readonly name: string }[];
          readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
        }[];
        readonly volumes: readonly { readonly secret?: { readonly items?: readonly { readonly key: string }[] } }[];
      };
    };
  };
}

const FOLDERS = ['base', 'migrate', 'example'].map((part) => join('deploy/kubernetes', part));
const manifests = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap((name) => parseAllDocuments(read(join(folder, name))).map((document) => document.toJS() as Manifest)),
);
const workloads = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
const NAME = 'app.kubernetes.io/name';
const labelsOf = (name: string) => ({ [NAME]: name, 'app.kubernetes.io/part-of': 'chat' });

const matches = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Readonly<Record<string, string>>) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(
    ({ key, operator, values }) => operator === 'In' && labels[key] !== undefined && values.includes(labels[key]),
  );

/** Services with pods that reach a port of the pods of a service, by all policies together. Pods that no policy selects are open. */
function callersOf(service: string, port: string): string[] {
  const policies = manifests.filter(
    ({ kind, spec }) =>
      kind === 'NetworkPolicy' && spec.policyTypes.includes('Ingress') && matches(spec.podSelector, labelsOf(service)),
  );
  if (policies.length === 0) return [...SERVICES];
  const rules = policies.flatMap(({ spec }) => spec.ingress ?? []);
  const opening = rules.filter(({ ports }) => ports === undefined || ports.some((each) => each.port === port));
  return SERVICES.filter((caller) =>
    opening.some(
      ({ from }) =>
        from === undefined ||
        from.some(
          ({ podSelector, namespaceSelector }) =>
            namespaceSelector === undefined && matches(podSelector ?? {}, labelsOf(caller)),
        ),
    ),
  );
}

describe('the internal listener of the files service', () => {
  it('is reached in a cluster by the services that transfer bytes, and by no others', () => {
    const files = workloads.find(({ metadata }) => metadata.name === 'files');
    const ports = files?.spec.template.spec.containers[0]?.ports ?? [];

    expect(ports).toContainEqual({ name: 'transfers', containerPort: 9980 });
    expect(callersOf('files', 'transfers').toSorted()).toEqual(['gateway', 'realm-settings', 'users']);
    // Prometheus is in another namespace.
    expect(callersOf('files', 'metrics')).toEqual([]);
  });

  it('is in no Service, Ingress or published port', () => {
    expect(manifests.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name)).not.toContain(
      'files',
    );
    expect(read('deploy/kubernetes/example/ingress.yaml')).not.toMatch(/9980|transfers/);
    const { services } = parse(read('docker-compose.yml'), { merge: true }) as Compose;
    expect(services['files']?.ports).toBeUndefined();
    expect(services['files']?.networks).not.toContain('edge');
  });
});

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly environment?: object; readonly ports?: unknown; readonly networks?: readonly string[] }>
  >;
}

/** Credentials, and places to which only the holder of them has access. */
const CREDENTIAL = /^S3_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY)(?:_FILE)?$/;

describe('the credentials of the storage', () => {
  it('are in the environment of the files service alone in a cluster', () => {
    const holders = workloads.flatMap(({ spec }) =>
      spec.template.spec.containers.filter(({ env }) => env.some(({ name }) => CREDENTIAL.test(name))),
    );
    expect(holders.map(({ name }) => name)).toEqual(['files']);
    for (const { metadata, spec } of workloads) {
      const items = spec.template.spec.volumes.flatMap(({ secret }) =>
        secret ? (secret.items ?? [{ key: 'all' }]) : [],
      );
      expect([metadata.name, items.filter(({ key }) => key === 'all' || CREDENTIAL.test(key))]).toEqual([
        metadata.name,
        [],
      ]);
    }
    // Every service reads the configuration map.
    for (const folder of FOLDERS)
      expect(read(join(folder, 'kustomization.yaml'))).not.toMatch(/S3_\w*(?:KEY_ID|ACCESS_KEY)/);
  });

  it('are in the environment of the files service alone with compose', () => {
    const { services } = parse(read('docker-compose.yml'), { merge: true }) as Compose;
    const holders = Object.entries(services).filter(([, { environment = {} }]) =>
      Object.keys(environment).some((name) => CREDENTIAL.test(name)),
    );

    expect(holders.map(([name]) => name)).toEqual(['files']);
  });
});

describe('the decoder of pictures', () => {
  it('is installed for the files service alone', () => {
    const folders = ['apps', 'libs'].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    );
    const holders = folders.filter(
      (folder) => 'sharp' in (JSON.parse(read(`${folder}/package.json`)).dependencies ?? {}),
    );

    expect(holders).toEqual(['apps/files']);
  });
});
