import { describe, expect, it } from '@jest/globals';
import { postgresAddress, standbyAddresses } from './postgres-address.js';

const FILE = new URL(import.meta.url).pathname;
const h1 = { host: 'h1', port: 5432, ssl: false };
const unchecked = { rejectUnauthorized: false };

it.each([
  [
    'postgres://h1',
    { user: '', password: '', database: '', targets: [h1], sessionAttributes: 'any', connectTimeoutMs: 5_000 },
  ],
  ['postgresql://u@h1/chat', { user: 'u', password: '', database: 'chat' }],
  ['postgres://u:p%40%3A%2F@h1/', { password: 'p@:/', database: 'u' }],
  ['postgres://u:p@ss@h1:7000/d', { password: 'p@ss', targets: [{ ...h1, port: 7000 }] }],
  ['postgres://u:p@[::1]:7000/d', { targets: [{ host: '::1', port: 7000, ssl: false }] }],
  [
    'postgres:///d?host=/run/pg&port=7000&user=u&password=p',
    { user: 'u', password: 'p', targets: [{ host: '/run/pg', port: 7000, ssl: false }] },
  ],
  [
    'postgres://u:p@127.0.0.1:7000/d?host=%2Frun%2Fpg&sslmode=require',
    { targets: [{ host: '/run/pg', port: 7000, ssl: false }] },
  ],
  ['postgres://%2Frun%2Fpg:7000/d', { targets: [{ host: '/run/pg', port: 7000, ssl: false }] }],
  [
    'postgres://h1,h2:5433/d',
    { targets: [h1, { host: 'h2', port: 5433, ssl: false }], sessionAttributes: 'read-write', connectTimeoutMs: 2_500 },
  ],
  ['postgres:///d?host=h1,h2&port=5433', { targets: ['h1', 'h2'].map((host) => ({ host, port: 5433, ssl: false })) }],
  [
    'postgres://h1,h2/d?target_session_attrs=primary&connect_timeout=4',
    { sessionAttributes: 'primary', connectTimeoutMs: 4_000 },
  ],
  ['postgres://h1,h2/d?target_session_attrs=any', { sessionAttributes: 'any' }],
  ['postgres://h1/d?sslmode=allow', { targets: [h1, { ...h1, ssl: unchecked }] }],
  ['postgres://h1/d?sslmode=prefer', { targets: [{ ...h1, ssl: unchecked }, h1] }],
  ['postgres://h1/d?sslmode=require', { targets: [{ ...h1, ssl: unchecked }] }],
  [
    `postgres://h1/d?sslmode=require&sslrootcert=${FILE}`,
    { targets: [{ ...h1, ssl: { ca: expect.any(String), checkServerIdentity: expect.any(Function) } }] },
  ],
  [
    `postgres://h1/d?sslmode=verify-full&sslrootcert=${FILE}`,
    { targets: [{ ...h1, ssl: { ca: expect.any(String) } }] },
  ],
  ['postgres://h1/d?sslrootcert=system', { targets: [{ ...h1, ssl: {} }] }],
])('the address %s is accepted', (url, address) => {
  expect(postgresAddress(url)).toMatchObject(address);
});

it.each([
  ['mysql://u:secret@h1/d', 'DATABASE_URL does not begin with postgres://'],
  ['postgres://u:secret@h1,mysql://h2/d', 'DATABASE_URL mixes schemes'],
  ['postgres://u:secret@h1,,h2/d', 'DATABASE_URL has an empty entry in its list of hosts'],
  ['postgres://u:secret@h1:0/d', 'DATABASE_URL has a port that is not a number from 1 to 65535'],
  ['postgres://u:sec/ret@h1/d', 'DATABASE_URL'],
  ['postgres://u:sec?ret@h1/d', 'DATABASE_URL has an unknown parameter'],
  ['postgres://u:sec%ret@h1/d', 'DATABASE_URL has a % without two hexadecimal digits'],
  ['postgres:///d?host=h1,h2&port=1,2,3', 'DATABASE_URL has another number of ports than of hosts'],
  [
    'postgres://u:secret@h1/d?target_session_attrs=standby',
    'DATABASE_URL has a target_session_attrs that is not one of any, read-write, primary',
  ],
  ['postgres://u:secret@h1/d?sslmode=on', 'DATABASE_URL has an sslmode that is not one of disable, allow'],
  ['postgres://u:secret@h1/d?sslmode=verify-ca&sslrootcert=system', 'DATABASE_URL needs sslmode=verify-full'],
  [
    'postgres://u:secret@h1/d?sslmode=require&sslrootcert=/missing',
    'DATABASE_URL names a file in sslrootcert that cannot be read: ENOENT',
  ],
  [`postgres://u:secret@h1/d?sslmode=require&sslkey=${FILE}`, 'DATABASE_URL must have both sslcert and sslkey'],
  ['postgres://u:secret@h1/d?connect_timeout=soon', 'DATABASE_URL has a connect_timeout that is not a number'],
])('the address %s is refused without its password', (url, message) => {
  expect(() => postgresAddress(url)).toThrow(message);
  expect(() => postgresAddress(url)).not.toThrow(/sec.?ret|soon/);
});

describe('the address of standbys', () => {
  it('is one address for each host, for sessions with any attributes', () => {
    const [first, second, ...others] = standbyAddresses('postgres://u:p@h1,h2:5433/d?sslmode=prefer');

    expect(first).toMatchObject({ targets: [{ ...h1, ssl: unchecked }, h1], sessionAttributes: 'any', database: 'd' });
    expect(second?.targets).toEqual([
      { host: 'h2', port: 5433, ssl: unchecked },
      { host: 'h2', port: 5433, ssl: false },
    ]);
    expect(others).toEqual([]);
  });

  it('is refused by its variable', () => {
    expect(() => standbyAddresses('postgres://u:secret@h1:x/d')).toThrow(
      /^DATABASE_READ_URL is not an address such as/,
    );
    expect(() => standbyAddresses('mysql://u:secret@h1/d')).toThrow(/^DATABASE_READ_URL does not begin with postgres/);
  });
});
