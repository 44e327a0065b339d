import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findUnpacked, unpackProgram, type WantedProgram } from '@chat/debian-packages';
import { Client } from 'ldapts';
import { makeCertificate } from './certificates.js';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';

const run = promisify(execFile);
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');
/** Downloaded once to the folder of the other test servers. */
const FOLDER = join(ROOT, '.local', 'test-servers', 'slapd');
const SLAPD: WantedProgram = { packages: [['slapd']], paths: ['usr/sbin/slapd'], versionArguments: ['-VV'] };

/** An LDAP server for one test file: OpenLDAP from Debian's packages, unpacked without root. */
export interface TestLdapServer {
  readonly url: string;
  readonly tlsUrl: string;
  /** Path of the certificate that signed itself. */
  readonly caFile: string;
  stop(): Promise<void>;
}

/** Starts it with these entries (LDIF); the administrator is `cn=admin,dc=example,dc=com`, password `admin`. */
export async function startSlapd(ldif: string): Promise<TestLdapServer> {
  const folder = mkdtempSync(join(tmpdir(), 'slapd-'));
  const { path, libraries, root } = findUnpacked(FOLDER, SLAPD) ?? (await unpackProgram(FOLDER, SLAPD));
  const env = { ...process.env, LD_LIBRARY_PATH: libraries };
  const caFile = await makeCertificate(folder, 'IP:127.0.0.1');
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'slapd.conf'), configuration(root, folder));
  writeFileSync(join(folder, 'entries.ldif'), ldif);
  const config = join(folder, 'slapd.conf');
  await run(path, ['-Tadd', '-f', config, '-l', join(folder, 'entries.ldif')], { env });
  const [port, tlsPort] = [await freePort(), await freePort()];
  const urls = [`ldap://127.0.0.1:${port}/`, `ldaps://127.0.0.1:${tlsPort}/`];
  const child = spawn(path, ['-f', config, '-h', urls.join(' '), '-d', '0'], { env, stdio: 'ignore' });
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
