import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';

/** Options of TLS, or false for a connection without it. */
export type TlsMode = false | ConnectionOptions;

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
/** Value of sslrootcert for the authorities that Node trusts. */
const SYSTEM = 'system';

/**
 * The ways to reach a host, in order, by `sslmode` and `sslrootcert` with libpq's meaning: `require` encrypts and checks nothing, unless
 * sslrootcert is given. Without sslrootcert the authorities are those of Node; libpq has a file in the home directory.
 */
export function tlsOptions(host: string, parameters: ReadonlyMap<string, string>): TlsMode[] {
  const rootFile = parameters.get('sslrootcert');
  const mode = parameters.get('sslmode') ?? (rootFile === SYSTEM ? 'verify-full' : 'disable');
  if (!SSL_MODES.includes(mode)) throw refused(`has an sslmode that is not one of ${SSL_MODES.join(', ')}`);
  if (rootFile === SYSTEM && mode !== 'verify-full') throw refused('needs sslmode=verify-full with sslrootcert=system');
  const files = readFiles(parameters);
  const unchecked = { ...files, rejectUnauthorized: false };
  // A Unix socket is not encrypted.
  if (host.startsWith('/') || mode === 'disable') return [false];
  if (mode === 'allow') return [false, unchecked];
  if (mode === 'prefer') return [unchecked, false];
  if (mode === 'verify-full') return [files];
  return [
    mode === 'require' && rootFile === undefined ? unchecked : { ...files, checkServerIdentity: () => undefined },
  ];
}

function readFiles(parameters: ReadonlyMap<string, string>): ConnectionOptions {
  const rootFile = parameters.get('sslrootcert');
  const ca = readPem('sslrootcert', rootFile === SYSTEM ? undefined : rootFile);
  const [cert, key] = ['sslcert', 'sslkey'].map((name) => readPem(name, parameters.get(name)));
  if ((cert === undefined) !== (key === undefined)) throw refused('must have both sslcert and sslkey, or none of them');
  return { ...(ca && { ca }), ...(cert && { cert, key }) };
}

function readPem(name: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw refused(`names a file in ${name} that cannot be read: ${(error as Error).message}`);
  }
}

/** The reason, without passwords, why the services do not accept an address. */
export class AddressRefused extends Error {}

/** Error for an address. `reason` continues a sentence after the name of the variable and contains no password. */
export const refused = (reason: string): AddressRefused => new AddressRefused(reason);
