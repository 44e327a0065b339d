import { AddressRefused, refused, type TlsMode, tlsOptions } from './tls-options.js';

/** One way to reach one host. `prefer` and `allow` have two ways for each host. */
export interface PostgresTarget {
  /** A name, a number, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly ssl: TlsMode;
}

/** Demands on a session, as in libpq. */
const SESSION_ATTRIBUTES = ['any', 'read-write', 'primary'] as const;
export type SessionAttributes = (typeof SESSION_ATTRIBUTES)[number];

export interface PostgresAddress {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** In the order in which they are tried. */
  readonly targets: readonly PostgresTarget[];
  readonly sessionAttributes: SessionAttributes;
  /** Time for one attempt to connect. */
  readonly connectTimeoutMs: number;
}

const SCHEME = /^postgres(ql)?:\/\//;
/** User and password, hosts, database, parameters. */
const PARTS = /^postgres(?:ql)?:\/\/(?:([^/?]*)@)?([^/?@]*)(?:\/([^?]*))?(?:\?(.*))?$/;
const HOST_AND_PORT = /^(\[[^\]]+\]|[^\s:[\]]*)(?::(\d*))?$/;
const DEFAULT_PORT = '5432';
const HIGHEST_PORT = 65_535;
/** With several hosts a dead one must not take the whole time of a request. */
const CONNECT_TIMEOUT_MS = { oneHost: 5_000, severalHosts: 2_500 };

const PARAMETERS = [
  ...['host', 'port', 'user', 'password', 'dbname', 'target_session_attrs', 'connect_timeout'],
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey'],
];

/**
 * Reads an address as libpq does: `postgres://user:password@h1:5432,h2:5433/database?target_session_attrs=read-write&sslmode=verify-full`.
 * A host without a port has 5432. Two defaults differ: several hosts must accept writes (`read-write`), and `sslmode` is `disable`. Throws a
 * sentence that names the variable and the reason, without the passwords.
 */
export function postgresAddress(url: string, variable = 'DATABASE_URL'): PostgresAddress {
  try {
    return readAddress(url);
  } catch (error) {
    throw error instanceof AddressRefused ? new Error(`${variable} ${error.message}.`) : error;
  }
}

/** An address for each host of `DATABASE_READ_URL`, for a session with any attributes. Throws like `postgresAddress`. */
export function standbyAddresses(url: string): PostgresAddress[] {
  const address = postgresAddress(url, 'DATABASE_READ_URL');
  const isOfHost = (one: PostgresTarget) => (other: PostgresTarget) =>
    one.host === other.host && one.port === other.port;
  const hosts = address.targets.filter((target, index, all) => all.findIndex(isOfHost(target)) === index);
  return hosts.map((host) => ({
    ...address,
    targets: address.targets.filter(isOfHost(host)),
    sessionAttributes: 'any',
  }));
}

function readAddress(url: string): PostgresAddress {
  if (!SCHEME.test(url)) throw refused('does not begin with postgres:// or postgresql://');
  const [, credentials = '', authority = '', path = '', query = ''] = PARTS.exec(url) ?? [];
  if (path.startsWith('/')) throw refused('mixes schemes: write one scheme, before the first host');
  const parameters = readParameters(query);
  const hosts = readHosts(authority, parameters);
  const [, user = '', password = ''] = /^([^:]*):?(.*)$/.exec(credentials) ?? [];
  const isOneHost = hosts.length === 1;
  const attributes = parameters.get('target_session_attrs') ?? (isOneHost ? 'any' : 'read-write');
  const sessionAttributes = SESSION_ATTRIBUTES.find((candidate) => candidate === attributes);
  if (sessionAttributes === undefined) {
    throw refused(`has a target_session_attrs that is not one of ${SESSION_ATTRIBUTES.join(', ')}`);
  }
  const name = decoded(user) || parameters.get('user') || '';
  return {
    user: name,
    password: decoded(password) || parameters.get('password') || '',
    database: decoded(path) || parameters.get('dbname') || name,
    targets: hosts.flatMap((host) => tlsOptions(host.host, parameters).map((ssl) => ({ ...host, ssl }))),
    sessionAttributes,
    connectTimeoutMs: connectTimeout(parameters.get('connect_timeout'), isOneHost),
  };
}

function readParameters(query: string): ReadonlyMap<string, string> {
  const parameters = new Map(new URLSearchParams(query));
  // Without the name, because it may be the end of a password with an unencoded question mark.
  if ([...parameters.keys()].some((name) => !PARAMETERS.includes(name))) {
    throw refused(`has an unknown parameter; the known ones are ${PARAMETERS.join(', ')}`);
  }
  return parameters;
}

/** Parameters replace the part before the path, hosts and ports apart. One port is for all hosts. */
function readHosts(authority: string, parameters: ReadonlyMap<string, string>): { host: string; port: number }[] {
  const own = authority.split(',').map((entry) => {
    const [, host, port = ''] = HOST_AND_PORT.exec(entry) ?? [];
    if (host === undefined)
      throw refused('is not an address such as postgres://user:password@h1:5432,h2:5432/database');
    return { host: decoded(host).replace(/^\[|\]$/g, ''), port };
  });
  const hosts = parameters.get('host')?.split(',') ?? own.map(({ host }) => host);
  const ports = parameters.get('port')?.split(',') ?? own.map(({ port }) => port);
  if (ports.length > 1 && ports.length !== hosts.length) throw refused('has another number of ports than of hosts');
  if (hosts.length > 1 && hosts.includes('')) throw refused('has an empty entry in its list of hosts');
  return hosts.map((host, index) => ({
    host: host || 'localhost',
    port: portOf((ports.length === 1 ? ports[0] : ports[index]) || DEFAULT_PORT),
  }));
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= HIGHEST_PORT) return port;
  throw refused(`has a port that is not a number from 1 to ${HIGHEST_PORT}`);
}

function connectTimeout(seconds: string | undefined, isOneHost: boolean): number {
  // 0 is "no limit" in libpq; an attempt without a limit would hold its caller for minutes.
  if (seconds === undefined || seconds === '0') return CONNECT_TIMEOUT_MS[isOneHost ? 'oneHost' : 'severalHosts'];
  if (!/^\d{1,2}$/.test(seconds)) throw refused('has a connect_timeout that is not a number of seconds below 100');
  return Number(seconds) * 1_000;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refused('has a % without two hexadecimal digits: write %25 for a percent sign');
  }
}
