import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VARIABLES } from '@chat/configuration';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { SERVICE_LIST, SERVICES } from '../../bootstrap/services.mjs';
import { exportedSeries } from '../monitoring/exported-metrics.testing.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const require = createRequire(import.meta.url);
const folder = join(root, 'deploy', 'kubernetes');
/**
 * Share of a container's memory that Node 24 gives to its heap (560 of 1024 MiB), and its further memory for code and
 * sockets.
 */
const MAX_HEAP_SHARE = 0.55;
const BESIDE_HEAP_MIB = 150;
const WITH_SCHEMA = SERVICE_LIST.filter(({ schema }) => schema !== null).map(({ name }) => name);
const PART_OF = { 'app.kubernetes.io/part-of': 'chat' };

interface Container {
  readonly name: string;
  readonly image: string;
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: unknown }[];
  readonly envFrom?: unknown;
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly resources: { readonly requests: object; readonly limits: { readonly memory: string } };
  readonly readinessProbe?: { readonly httpGet: { readonly path: string; readonly port: string } };
  readonly livenessProbe?: { readonly httpGet: { readonly path: string; readonly port: string } };
}
interface PodSpec {
  readonly containers: readonly Container[];
  readonly securityContext: object;
  readonly automountServiceAccountToken: boolean;
  readonly serviceAccountName?: string;
  readonly terminationGracePeriodSeconds?: number;
  readonly volumes: readonly {
    readonly name: string;
    readonly secret?: { readonly items: readonly { key: string; path: string }[] };
  }[];
}
interface NetworkPolicy {
  readonly spec: {
    readonly podSelector: object;
    readonly egress?: readonly {
      readonly to?: readonly object[];
      readonly ports?: readonly { readonly port: number }[];
    }[];
  };
}
interface Labels {
  readonly [name: string]: string;
}
/** As far as the tests look into it. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
    readonly selector: { readonly matchLabels: Labels };
    readonly scaleTargetRef: { readonly name: string };
    readonly minReplicas: number;
    readonly strategy: object;
  };
}

const read = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');
const filesOf = (part: string) => readdirSync(join(folder, part)).filter((name) => name !== 'kustomization.yaml');
const manifestsOf = (part: string): Manifest[] =>
  filesOf(part).flatMap((name) => parseAllDocuments(read(part, name)).map((document) => document.toJS() as Manifest));

const base = manifestsOf('base');
const all = [...base, ...manifestsOf('migrate'), ...manifestsOf('example')];
const find = (kind: string, name: string): Manifest | undefined =>
  base.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
const workloads = all.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
const containerOf = (manifest: Manifest | undefined) => manifest?.spec.template.spec.containers[0] as Container;

/** A listed variable, or the file of a secret. */
const isSetting = (name: string): boolean => name.startsWith('OTEL_') || name.replace(/_FILE$/, '') in VARIABLES;

describe('the manifests', () => {
  it.each(all.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    'fit the schemas of Kubernetes: %s',
    (_, manifest) => {
      const models = require(`kubernetes-models/${manifest.apiVersion.replace(/^v1$/, 'v1')}`) as Record<
        string,
        new (
          fields: Manifest,
        ) => { validate(): void }
      >;
      const Model = models[manifest.kind];

      expect(Model).toBeDefined();
      if (Model) new Model(manifest).validate();
    },
  );

  it('use no name of a field that Kubernetes does not have', () => {
    const known = fieldNames();
    const used = new Set(all.flatMap((manifest) => fieldsOf(manifest)));

    expect([...used].filter((name) => !known.has(name))).toEqual([]);
    expect(known.has('readOnlyRootFileSystem')).toBe(false);
  });

  it('are all named by their kustomization, which names no others', () => {
    for (const part of ['base', 'migrate', 'example']) {
      const { resources } = parse(read(part, 'kustomization.yaml')) as { resources: string[] };

      expect(resources.filter((name) => name !== '../base').sort()).toEqual(filesOf(part).sort());
    }
  });

  it('name images that the Dockerfile makes, and the example one for each', () => {
    const { images } = parse(read('example', 'kustomization.yaml')) as { images: { name: string }[] };

    expect(workloads.map((workload) => containerOf(workload).image).sort()).toEqual(
      [...SERVICES, 'migrate'].map((name) => `chat-${name}`).sort(),
    );
    expect(images.map(({ name }) => name).sort()).toEqual(SERVICES.map((name) => `chat-${name}`).sort());
  });
});

describe.each([...SERVICES])('%s in a cluster', (service) => {
  const deployment = find('Deployment', service);
  const container = containerOf(deployment);
  const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
  const pod = deployment?.spec.template.spec as PodSpec;

  it('has a disruption budget, an autoscaler from two replicas, and rolling updates without a lost replica', () => {
    const labels = { 'app.kubernetes.io/name': service };

    expect(deployment?.spec.selector.matchLabels).toEqual(labels);
    expect(deployment?.spec.template.metadata.labels).toEqual(labels);
    expect(deployment?.spec.strategy).toEqual({ rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } });
    expect(find('PodDisruptionBudget', service)?.spec.selector.matchLabels).toEqual(labels);
    const scaler = find('HorizontalPodAutoscaler', service);
    expect(scaler?.spec).toMatchObject({ scaleTargetRef: { kind: 'Deployment', name: service }, minReplicas: 2 });
    // A number in the deployment would replace the autoscaler's at each update.
    expect(deployment?.spec).not.toHaveProperty('replicas');
  });

  it('has probes at its health port', () => {
    const ports = Object.fromEntries((container.ports ?? []).map(({ name, containerPort }) => [name, containerPort]));

    expect(env).toMatchObject({ HEALTH_HOST: '0.0.0.0', HEALTH_PORT: String(ports.metrics) });
    expect(container.readinessProbe?.httpGet).toEqual({ path: '/health/ready', port: 'metrics' });
    expect(container.livenessProbe?.httpGet).toEqual({ path: '/health/live', port: 'metrics' });
    if (service === 'gateway') expect(env).toMatchObject({ HOST: '0.0.0.0', PORT: String(ports.http) });
    else if (service === 'files') expect(env).toMatchObject({ FILES_LISTEN_PORT: String(ports.transfers) });
    else expect(ports).toEqual({ metrics: 9990 });
  });

  it('receives only variables that it reads, and only the secrets that it needs, as files', () => {
    const secrets = ['REDIS_URL', 'SECRET_KEY', ...(WITH_SCHEMA.includes(service) ? ['DATABASE_URL'] : [])].sort();
    const items = pod.volumes.find(({ name }) => name === 'secrets')?.secret?.items ?? [];

    expect(Object.keys(env).filter((name) => !isSetting(name))).toEqual([]);
    expect(items.map(({ key }) => key).sort()).toEqual(secrets);
    const mount = container.volumeMounts.find(({ name }) => name === 'secrets')?.mountPath;
    for (const { key, path } of items) expect(env[`${key}_FILE`]).toBe(`${mount}/${path}`);
    for (const { name, value } of container.env)
      if (/(PASSWORD|SECRET_KEY|_URL)$/.test(name)) expect(value).toBeUndefined();
  });

  it('gets the time that an orderly stop takes', () => {
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(service === 'gateway' ? 5 + 30 : 30);
  });
});

it('the memory limit of a gateway covers a full heap and full transfer buffers', () => {
  const limit = containerOf(find('Deployment', 'gateway')).resources.limits.memory;
  const mebibytes = Number.parseInt(limit, 10) * (limit.endsWith('Gi') ? 1024 : 1);
  const transfers =
    (VARIABLES.MAX_INCOMING_MIB.fallback ?? Number.NaN) + (VARIABLES.MAX_OUTGOING_MIB.fallback ?? Number.NaN);

  expect(mebibytes).toBeGreaterThanOrEqual(BESIDE_HEAP_MIB + MAX_HEAP_SHARE * mebibytes + transfers);
});

describe('every pod', () => {
  it.each(workloads.map((workload) => [workload.metadata.name, workload] as const))(
    '%s runs as an ordinary user on a read-only file system, with nothing to ask the cluster for',
    (_, workload) => {
      const { containers, securityContext, automountServiceAccountToken } = workload.spec.template.spec;

      expect(containers).toHaveLength(1);
      expect(automountServiceAccountToken).toBe(false);
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(containers[0]?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(containers[0]?.resources).toMatchObject({ requests: { cpu: expect.any(String) }, limits: {} });
      expect(containers[0]?.resources.limits.memory).toMatch(/^\d+[MG]i$/);
    },
  );

  it('is one of those that the network policies speak of', () => {
    for (const part of ['base', 'migrate']) {
      const { labels } = parse(read(part, 'kustomization.yaml')) as { labels: object[] };
      expect(labels).toEqual([{ pairs: PART_OF, includeTemplates: true }]);
    }
    const policy = find('NetworkPolicy', 'chat')?.spec as unknown as { podSelector: object; policyTypes: string[] };
    expect(policy).toMatchObject({ podSelector: { matchLabels: PART_OF }, policyTypes: ['Ingress', 'Egress'] });
  });

  it('may reach the database if it has a schema, and only then', () => {
    const policy = find('NetworkPolicy', 'chat-database')?.spec as unknown as {
      podSelector: { matchExpressions: { values: string[] }[] };
    };

    expect(policy.podSelector.matchExpressions[0]?.values.sort()).toEqual([...WITH_SCHEMA, 'migrate'].sort());
  });

  it('connects to other hosts by HTTPS only if it talks to identity providers or a bucket', () => {
    const policies = base.filter(({ kind }) => kind === 'NetworkPolicy') as unknown as NetworkPolicy[];
    const toHttps = policies.filter(({ spec }) =>
      spec.egress?.some(({ ports }) => ports?.some(({ port }) => port === 443)),
    );

    expect(toHttps.map(({ spec }) => spec.podSelector)).toEqual([
      { matchLabels: { 'app.kubernetes.io/name': 'files' } },
      { matchLabels: { 'app.kubernetes.io/name': 'identity-providers' } },
    ]);
    // Providers have addresses of their own choice: not the database, the inner network or the metadata of the cloud.
    const [{ to } = { to: [] }] = toHttps[1]?.spec.egress ?? [];
    const inner = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'];
    expect(to).toEqual([{ ipBlock: { cidr: '0.0.0.0/0', except: inner } }]);
  });

  it('connects to addresses of users only if they are public, and only from integrations', () => {
    const policy = find('NetworkPolicy', 'chat-integrations')?.spec as unknown as NetworkPolicy['spec'];
    const inner = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'];

    expect(policy.podSelector).toEqual({ matchLabels: { 'app.kubernetes.io/name': 'integrations' } });
    expect(policy.egress).toEqual([
      { to: [{ ipBlock: { cidr: '0.0.0.0/0', except: inner } }, { ipBlock: { cidr: '2000::/3' } }] },
    ]);
  });

  it('is configured by settings that exist', () => {
    for (const part of ['base', 'example']) {
      const { configMapGenerator } = parse(read(part, 'kustomization.yaml')) as {
        configMapGenerator: { literals: string[] }[];
      };
      const names = configMapGenerator.flatMap(({ literals }) =>
        literals.map((literal) => literal.split('=')[0] ?? ''),
      );
      expect(names.filter((name) => !isSetting(name))).toEqual([]);
    }
  });
});

it('scales by figures that are exported, and that the adapter passes on', async () => {
  const exported = await exportedSeries(root);
  const rules = readFileSync(join(root, 'deploy', 'prometheus', 'adapter-rules.yml'), 'utf8');
  const names = [...read('autoscaling', 'kustomization.yaml').matchAll(/metric: \{ name: (\w+) \}/g)].map((m) => m[1]);

  expect(names).toHaveLength(3);
  for (const name of names) {
    expect(exported.has(name as string)).toBe(true);
    expect(rules).toContain(name);
  }
});

/** Names of all fields of the kinds that Kubernetes has, from the definitions of the package that checks them. */
function fieldNames(): Set<string> {
  const names = new Set<string>();
  const models = realpathSync(join(root, 'tools', 'node_modules', 'kubernetes-models'));
  for (const start of [models, join(models, '..', '@kubernetes-models', 'apimachinery')]) {
    for (const entry of definitionsIn(start)) {
      for (const [, name = ''] of readFileSync(entry, 'utf8').matchAll(/^\s*"?([A-Za-z]\w*)"?\??:/gm)) names.add(name);
    }
  }
  return names;
}

function* definitionsIn(start: string): Generator<string> {
  for (const entry of readdirSync(start, { recursive: true, encoding: 'utf8' }))
    if (entry.endsWith('.d.ts') && !entry.includes('_schemas')) yield join(start, entry);
}

/** Maps with keys that the installation chooses. */
const FREE = new Set(['labels', 'annotations', 'matchLabels', 'selector', 'requests', 'limits', 'nodeSelector']);

function fieldsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, child]) => {
    const isFree = FREE.has(name) && !('matchLabels' in Object(child));
    return isFree ? [name] : [name, ...fieldsOf(child)];
  });
}
