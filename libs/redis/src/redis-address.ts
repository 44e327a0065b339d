import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { setting } from '@chat/configuration';
import type { RedisOptions } from 'ioredis';

const SCHEMES = /^redis(s?)(-sentinel)?:\/\//;
/** Scheme and credentials, hosts, and the rest. */
const PARTS = /^([a-z-]+:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/;
const HOST_AND_PORT = /^([^\s:[\]]+|\[[^\]]+\]):(\d+)$/;

/**
 * Options of ioredis for an address: `redis://`, `rediss://`, the path of a socket, or
 * `redis-sentinel://[user:password@]host:port,host:port/0?sentinelMasterId=…[&sentinelPassword=…]` (`rediss-sentinel://` with TLS).
 * Throws a sentence that names the variable and the reason, without the passwords.
 */
export function redisOptions(url: string): RedisOptions {
  const [path, query = ''] = url.split('?');
  if (url.startsWith('/')) return { path, ...Object.fromEntries(new URLSearchParams(query)) };
  const scheme = SCHEMES.exec(url);
  if (scheme === null) throw refused('begins with none of redis://, rediss://, redis-sentinel://, rediss-sentinel://');
  const [, head = '', hosts = '', tail = ''] = PARTS.exec(url) ?? [];
  if (tail.startsWith('//')) throw refused('mixes schemes: write one scheme, before the first host');
  const tls = scheme[1] === 's' ? tlsOptions() : undefined;
  if (scheme[2] === undefined) return plainOptions(url, hosts, tls);
  const { options, parameters } = commonOptions(`${head}sentinels${tail}`);
  const name = parameters.get('sentinelMasterId');
  if (!name) throw refused('lacks the parameter sentinelMasterId, the name of the primary in the Sentinels');
  const sentinels = hosts.split(',').map((entry) => {
    const [, host = '', port] = HOST_AND_PORT.exec(entry) ?? [];
    if (port === undefined) throw refused('names a Sentinel without a port: write host:26379,host:26379');
    return { host: withoutBrackets(host), port: Number(port) };
  });
  const sentinelPassword = parameters.get('sentinelPassword') ?? undefined;
  const withTls = tls && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true };
  return { ...options, sentinels, name, sentinelPassword, ...withTls };
}

function plainOptions(url: string, hosts: string, tls: ConnectionOptions | undefined): RedisOptions {
  if (hosts.includes(',')) throw refused('names several hosts, for which the scheme is redis-sentinel://');
  const { options, parameters, address } = commonOptions(url);
  const family = Number(parameters.get('family') ?? 0);
  const host = withoutBrackets(address.hostname) || 'localhost';
  return { ...Object.fromEntries(parameters), ...options, host, port: Number(address.port || 6379), family, tls };
}

function commonOptions(url: string) {
  try {
    const address = new URL(url);
    const db = Number(address.pathname.slice(1));
    if (!Number.isInteger(db)) throw new Error();
    const [username, password] = [decodeURIComponent(address.username), decodeURIComponent(address.password)];
    return { options: { username, password, db }, parameters: address.searchParams, address };
  } catch {
    throw refused('is not an address such as redis://:password@host:6379/0');
  }
}

function tlsOptions(): ConnectionOptions {
  const [ca, cert, key] = [setting('REDIS_CA_FILE'), setting('REDIS_CERT_FILE'), setting('REDIS_KEY_FILE')];
  if ((cert === '') !== (key === '')) throw new Error('Set both REDIS_CERT_FILE and REDIS_KEY_FILE, or none of them.');
  return {
    ...(ca !== '' && { ca: readPem('REDIS_CA_FILE', ca) }),
    ...(cert !== '' && { cert: readPem('REDIS_CERT_FILE', cert), key: readPem('REDIS_KEY_FILE', key) }),
  };
}

function readPem(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`The file of the environment variable ${variable} cannot be read: ${(error as Error).message}`);
  }
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

const refused = (reason: string): Error => new Error(`REDIS_URL ${reason}.`);
