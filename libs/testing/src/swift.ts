import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findUnpacked, type UnpackedProgram, unpackProgram, type WantedProgram } from '@chat/debian-packages';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { SWIFT_SERVERS } from './swift-servers.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');
/** Downloaded once to the folder of the other test servers. */
const FOLDER = join(ROOT, '.local', 'test-servers', 'swift');
/** The packages are built for it. */
const PYTHON = '/usr/bin/python3';
const SWIFT: WantedProgram = {
  packages: [
    [
      ...['memcached', 'swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'python3-swift'],
      ...['python3-eventlet', 'python3-greenlet', 'python3-dnspython', 'python3-six', 'python3-pastedeploy'],
      ...['python3-paste', 'python3-pkg-resources', 'python3-netifaces', 'python3-pyeclib', 'liberasurecode1'],
      ...['python3-xattr', 'python3-cffi-backend', 'python3-lxml', 'python3-requests', 'python3-urllib3'],
      ...['python3-chardet', 'python3-charset-normalizer', 'python3-certifi', 'python3-idna'],
    ],
  ],
  paths: ['usr/bin/memcached'],
  versionArguments: ['--version'],
};

/** A bucket for one test file, served by OpenStack Swift from Debian's packages, unpacked without root. */
export interface TestBucket {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  stop(): Promise<void>;
}

/** Starts Swift's S3 interface, without a bucket. If the packages cannot be had here, it resolves with the reason. */
export async function startSwift(): Promise<TestBucket | string> {
  if (!existsSync(PYTHON)) return `there is no ${PYTHON}`;
  try {
    return await startUnpacked(findUnpacked(FOLDER, SWIFT) ?? (await unpackProgram(FOLDER, SWIFT)));
  } catch (error) {
    if (error instanceof SwiftFailed) throw error;
    return (error as Error).message;
  }
}

class SwiftFailed extends Error {}

async function startUnpacked({ path, libraries, root }: UnpackedProgram): Promise<TestBucket> {
  const folder = mkdtempSync(join(tmpdir(), 'swift-'));
  const ports = await Promise.all(Array.from({ length: 5 }, freePort));
  const [proxyPort = 0, memcachedPort = 0, ...storagePorts] = ports;
  writeConfiguration(folder, proxyPort, memcachedPort, storagePorts);
  const env = { LD_LIBRARY_PATH: libraries, PYTHONPATH: join(root, 'usr/lib/python3/dist-packages') };
  const log = openSync(join(folder, 'log'), 'w');
  const memcached = [path, '-u', userInfo().username, '-l', '127.0.0.1', '-p', String(memcachedPort)];
  const child = spawn(PYTHON, ['-c', SWIFT_SERVERS, folder, storagePorts.join(','), ...memcached], {
    ...{ env, detached: true },
    stdio: ['pipe', log, log],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    // Its servers end with the pipe, also if this process is killed.
    child.stdin?.destroy();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const endpoint = `http://127.0.0.1:${proxyPort}`;
  try {
    await eventually(() => requireHealth(endpoint, child.exitCode), { withinMs: 60_000, what: 'Swift' });
  } catch (error) {
    const output = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').slice(-3).join('\n');
    await stop();
    throw new SwiftFailed(`${(error as Error).message}: ${output}`);
  }
  return { endpoint, region: 'us-east-1', accessKeyId: 'test:tester', secretAccessKey: 'testing', stop };
}

async function requireHealth(endpoint: string, exitCode: number | null): Promise<true> {
  if (exitCode !== null) throw new Error(`Swift ended with ${exitCode}`);
  const { ok } = await fetch(`${endpoint}/healthcheck`);
  if (!ok) throw new Error('Swift is not healthy');
  return true;
}

function writeConfiguration(folder: string, proxyPort: number, memcachedPort: number, ports: readonly number[]): void {
  mkdirSync(join(folder, 'devices', 'd1'), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const server = (port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, 'devices')}
mount_check = false
log_level = WARNING
`;
  write(
    'swift.conf',
    '[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = default\ndefault = yes\n',
  );
  ['account', 'container', 'object'].forEach((name, n) => {
    const app = `[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`;
    write(`${name}.conf`, server(ports[n] ?? 0) + app);
  });
  const filters = [
    'catch_errors',
    'gatekeeper',
    'healthcheck',
    'cache',
    'listing_formats',
    'bulk',
    's3api',
    'tempauth',
  ];
  const options: Record<string, string> = {
    cache: `memcache_servers = 127.0.0.1:${memcachedPort}`,
    s3api: 's3_acl = false\nlocation = us-east-1',
    tempauth: 'user_test_tester = testing .admin',
  };
  const sections = [...filters, 'slo', 'dlo', 'versioned_writes'].map(
    (name) => `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${options[name] ?? ''}\n`,
  );
  const pipeline = `[pipeline:main]\npipeline = ${filters.join(' ')} slo dlo versioned_writes proxy-server\n`;
  // By default Swift ignores a storage server for a minute after ten errors, also if that server was only starting.
  const app = '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\nerror_suppression_interval = 0\n';
  write('proxy.conf', server(proxyPort) + pipeline + sections.join('') + app);
}
