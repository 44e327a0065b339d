import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '@chat/testing';
import { Client } from 'ldapts';

const run = promisify(execFile);
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
/** Fetched once; kept with the other servers that tests use. */
const FOLDER = join(ROOT, '.local', 'test-servers', 'slapd');
/** The system's own, or of no use here. */
const NOT_NEEDED = /^(libc6|libgcc|libcrypt1|libperl|gcc-)/;
const MAX_ROUNDS = 4;

/** A real directory server for one test file: OpenLDAP from Debian's packages, unpacked without root. */
export interface TestDirectory {
  readonly url: string;
  readonly tlsUrl: string;
  /** Path of the certificate that signed itself. */
  readonly caFile: string;
  stop(): Promise<void>;
}

/** Starts it with these entries (LDIF); the administrator is `cn=admin,dc=example,dc=com`, password `admin`. */
export async function startSlapd(ldif: string): Promise<TestDirectory> {
  const folder = mkdtempSync(join(tmpdir(), 'slapd-'));
  const { program, libraries, root } = await fetchSlapd();
  const env = { ...process.env, LD_LIBRARY_PATH: libraries };
  const caFile = await makeCertificate(folder);
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'slapd.conf'), configuration(root, folder));
  writeFileSync(join(folder, 'entries.ldif'), ldif);
  const config = join(folder, 'slapd.conf');
  await run(program, ['-Tadd', '-f', config, '-l', join(folder, 'entries.ldif')], { env });
  const [port, tlsPort] = [await freePort(), await freePort()];
  const urls = [`ldap://127.0.0.1:${port}/`, `ldaps://127.0.0.1:${tlsPort}/`];
  const child = spawn(program, ['-f', config, '-h', urls.join(' '), '-d', '0'], { env, stdio: 'ignore' });
  const url = `ldap://localhost:${port}`;
  await eventually(() => answers(`ldap://127.0.0.1:${port}`), { withinMs: 10_000, what: 'slapd' });
  return {
    url: url.replace('localhost', '127.0.0.1'),
    tlsUrl: `ldaps://127.0.0.1:${tlsPort}`,
    caFile,
    stop: () => stop(child, folder),
  };
}

async function answers(url: string): Promise<true> {
  const client = new Client({ url, connectTimeout: 1_000, timeout: 1_000 });
  await client.bind('cn=admin,dc=example,dc=com', 'admin');
  await client.unbind();
  return true;
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
  rmSync(folder, { recursive: true, force: true });
}

const configuration = (root: string, folder: string): string => `
include ${root}/etc/ldap/schema/core.schema
include ${root}/etc/ldap/schema/cosine.schema
include ${root}/etc/ldap/schema/inetorgperson.schema
modulepath ${root}/usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
TLSCertificateFile ${folder}/certificate.pem
TLSCertificateKeyFile ${folder}/key.pem
TLSVerifyClient never
database mdb
suffix "dc=example,dc=com"
rootdn "cn=admin,dc=example,dc=com"
rootpw admin
directory ${folder}/data
access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
`;

async function makeCertificate(folder: string): Promise<string> {
  const certificate = join(folder, 'certificate.pem');
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'],
    ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', join(folder, 'key.pem'), '-out', certificate],
  ]);
  return certificate;
}

interface Slapd {
  readonly program: string;
  readonly libraries: string;
  readonly root: string;
}

async function fetchSlapd(): Promise<Slapd> {
  const found = slapdIn(FOLDER);
  if (found !== undefined) return found;
  const work = `${FOLDER}.${process.pid}`;
  for (const part of ['state/lists/partial', 'cache/archives/partial', 'packages']) {
    mkdirSync(join(work, part), { recursive: true });
  }
  try {
    await apt(work, 'apt-get', ['update']);
    let names = ['slapd'];
    for (let round = 0; round < MAX_ROUNDS; round++) {
      await unpack(work, names);
      if (await hasLibraries(work)) break;
      const output = await apt(work, 'apt-cache', ['depends', '--important', ...names]);
      names = [...output.matchAll(/^\s+\|?(?:Pre)?Depends: (lib\S+)$/gm)]
        .map((match) => match[1] as string)
        .filter((name) => !NOT_NEEDED.test(name));
    }
    for (const part of ['state', 'cache', 'packages']) rmSync(join(work, part), { recursive: true });
    if (!existsSync(FOLDER)) renameSync(work, FOLDER);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const fetched = slapdIn(FOLDER);
  if (fetched === undefined) throw new Error('slapd could not be fetched from the packages of this system.');
  return fetched;
}

function slapdIn(folder: string): Slapd | undefined {
  const root = join(folder, 'root');
  const program = join(root, 'usr', 'sbin', 'slapd');
  return existsSync(program) ? { program, root, libraries: libraryFolders(root) } : undefined;
}

/** usr/lib, usr/lib/x86_64-linux-gnu and the like. */
function libraryFolders(root: string): string {
  return ['usr/lib', 'lib']
    .map((part) => join(root, part))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => [
      folder,
      ...readdirSync(folder)
        .filter((name) => name.includes('-linux-'))
        .map((name) => join(folder, name)),
    ])
    .join(':');
}

async function hasLibraries(work: string): Promise<boolean> {
  const root = join(work, 'root');
  const env = { ...process.env, LD_LIBRARY_PATH: libraryFolders(root) };
  const { stdout } = await run('ldd', [join(root, 'usr', 'sbin', 'slapd')], { env });
  return !stdout.includes('not found');
}

async function unpack(work: string, names: readonly string[]): Promise<void> {
  const packages = join(work, 'packages');
  await apt(work, 'apt-get', ['download', ...names]);
  for (const file of readdirSync(packages)) {
    await run('dpkg-deb', ['-x', join(packages, file), join(work, 'root')]);
    rmSync(join(packages, file));
  }
}

async function apt(work: string, program: string, args: readonly string[]): Promise<string> {
  const options = [
    `Dir::State=${work}/state`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${work}/cache`,
    'Debug::NoLocking=1',
    'APT::Sandbox::User=',
    'Acquire::Languages=none',
  ].flatMap((option) => ['-o', option]);
  const { stdout } = await run(program, [...options, ...args], {
    cwd: join(work, 'packages'),
    env: { ...process.env, LC_ALL: 'C' },
    timeout: 120_000,
  });
  return stdout;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
