import { expect, it } from '@jest/globals';
import { redisOptions } from './redis-address.js';

const SENTINELS = [1, 2, 3].map((n) => ({ host: `h${n}`, port: 26379 }));
const HOSTS = 'h1:26379,h2:26379,h3:26379';

it.each([
  ['redis://h', { host: 'h', port: 6379, username: '', password: '', db: 0 }],
  ['redis://u:p%40ss@h:7000/3', { host: 'h', port: 7000, username: 'u', password: 'p@ss', db: 3 }],
  ['rediss://:p@[::1]:7000', { host: '::1', port: 7000, password: 'p', tls: {} }],
  ['/run/redis.sock?password=p', { path: '/run/redis.sock', password: 'p' }],
  [`redis-sentinel://${HOSTS}/2?sentinelMasterId=chat`, { sentinels: SENTINELS, name: 'chat', db: 2 }],
  [
    `rediss-sentinel://u:p@${HOSTS}?sentinelMasterId=chat&sentinelPassword=s`,
    { username: 'u', password: 'p', sentinelPassword: 's', tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true },
  ],
])('the address %s is accepted', (url, options) => {
  expect(redisOptions(url)).toMatchObject(options);
});

it.each([
  ['http://u:secret@h', 'REDIS_URL begins with none of redis://'],
  ['redis://:secret@h1:1,h2:2', 'REDIS_URL names several hosts'],
  ['redis://:secret@h:port', 'REDIS_URL is not an address such as redis://'],
  ['redis://:secret@h/first', 'REDIS_URL is not an address such as redis://'],
  [`redis-sentinel://:secret@${HOSTS}`, 'REDIS_URL lacks the parameter sentinelMasterId'],
  ['redis-sentinel://:secret@h1:26379,h2?sentinelMasterId=chat', 'REDIS_URL names a Sentinel without a port'],
  ['redis-sentinel://u:sec/ret@h1:26379?sentinelMasterId=chat', 'REDIS_URL'],
  ['redis-sentinel://:secret@h1:26379,rediss://h2:26379/0?sentinelMasterId=chat', 'REDIS_URL mixes schemes'],
])('the address %s is refused without its password', (url, message) => {
  expect(() => redisOptions(url)).toThrow(message);
  expect(() => redisOptions(url)).not.toThrow(/sec.?ret/);
});

it.each([
  [{ REDIS_CA_FILE: '/missing' }, 'The file of the environment variable REDIS_CA_FILE cannot be read: ENOENT'],
  [{ REDIS_CERT_FILE: '/missing' }, 'Set both REDIS_CERT_FILE and REDIS_KEY_FILE'],
])('TLS with %j is refused', (variables, message) => {
  Object.assign(process.env, variables);
  try {
    expect(() => redisOptions('rediss://h')).toThrow(message);
    expect(() => redisOptions('redis://h')).not.toThrow();
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
});
