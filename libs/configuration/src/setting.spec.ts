import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setting } from './setting.js';

let folder: string;
const before = { ...process.env };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chat-settings-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  process.env = { ...before };
});

function setFile(name: string, text: string): void {
  const path = join(folder, name);
  writeFileSync(path, text);
  process.env[`${name}_FILE`] = path;
}

const host = (name: string, port: number | null) => ({ host: name, port });
const network = (address: string, prefix: number, port: number | null) => ({ address, prefix, port });

describe('setting', () => {
  it('reads a secret from the file that <name>_FILE names, without the line end', () => {
    delete process.env['DATABASE_URL'];
    setFile('DATABASE_URL', 'postgres://chat@db/chat\n');

    expect(setting('DATABASE_URL')).toBe('postgres://chat@db/chat');
    process.env['DATABASE_URL'] = 'postgres://other';
    expect(setting('DATABASE_URL')).toBe('postgres://other');
  });

  it('refuses a required variable that is unset, and a file that does not exist, by name', () => {
    delete process.env['REDIS_URL'];
    expect(() => setting('REDIS_URL')).toThrow('Set the environment variable REDIS_URL (or REDIS_URL_FILE).');
    process.env['REDIS_URL_FILE'] = join(folder, 'missing');
    expect(() => setting('REDIS_URL')).toThrow(/REDIS_URL_FILE cannot be read: ENOENT/);
  });

  it('returns the default of an unset or empty variable', () => {
    process.env['PORT'] = '';

    expect(setting('PORT')).toBe(9991);
    expect(setting('TRUSTED_PROXIES')).toEqual([]);
    expect(setting('VIDEOCALL_SERVER_URL')).toBeNull();
    expect(setting('UPLOAD_QUOTA_MIB')).toBeNull();
    expect(setting('EXTERNAL_URL').host).toBe('127.0.0.1:9991');
    const [minutes, hours] = [60, 3_600];
    const laterPauses = [2, 5, 10, 14, 20, 24].map((count) => count * hours);
    expect(setting('EVENT_WEBHOOK_RETRY_SECONDS')).toEqual([5, 5 * minutes, 30 * minutes, ...laterPauses]);
  });

  it.each([
    ['PORT', '8080', 8080],
    ['INLINE_IMAGE_PREVIEW', 'false', false],
    ['CORS_ORIGINS', 'https://a.example, ,https://b.example', ['https://a.example', 'https://b.example']],
    ['VIDEOCALL_SERVER_URL', 'https://meet.example/', 'https://meet.example'],
    ['CLIENT_COMPAT', 'zulip', 'zulip'],
    ['FILES_URL', 'https://Files.example/', 'https://files.example'],
    ['UPLOAD_QUOTA_MIB', '100', 100],
    ['EGRESS_PROXY', 'http://a:b@proxy.example:4750', 'http://a:b@proxy.example:4750/'],
    ['EGRESS_ALLOW', 'Bots.internal, bots.internal:81', [host('bots.internal', null), host('bots.internal', 81)]],
    ['EGRESS_ALLOW', '10.1.2.3,10.0.0.0/8:443', [network('10.1.2.3', 32, null), network('10.0.0.0', 8, 443)]],
    ['EGRESS_ALLOW', '::1,[::1]:81', [network('::1', 128, null), network('::1', 128, 81)]],
    ['EGRESS_ALLOW', 'fd00::/8,fd00::/8:81', [network('fd00::', 8, null), network('fd00::', 8, 81)]],
  ] as const)('converts %s=%s', (name, text, value) => {
    process.env[name] = text;

    expect(setting(name)).toEqual(value);
  });

  it.each([
    ['PORT', '65536', 'set a whole number from 0 to 65535.'],
    ['MAX_CONNECTIONS', '1.5', 'set a whole number from 1 to 9007199254740991.'],
    ['EVENTS_AFTER_REPLICAS', '-1', 'set a whole number from 0 to 16.'],
    ['DEVELOPMENT', 'yes', 'set true or false.'],
    ['EXTERNAL_URL', 'chat.example.com', 'set an address such as https://chat.example.com.'],
    ['CLIENT_COMPAT', 'irc', 'set zulip or leave it out.'],
    ['LDAP_URL', 'http://x', 'set an address that begins with ldap:// or ldaps://.'],
    ['LDAP_USER_FILTER', '(uid=x)', 'set a text that contains %(user)s.'],
  ] as const)('refuses %s=%s and says how to set it', (name, text, expectation) => {
    process.env[name] = text;

    expect(() => setting(name)).toThrow(`The environment variable ${name} is "${text}"; ${expectation}`);
  });

  it.each([
    ['FILES_URL', 'files.example'],
    ['FILES_URL', 'https://files.example/files'],
    ['FILES_URL', 'https://user@files.example'],
    ['UPLOAD_QUOTA_MIB', '1.5'],
    ['UPLOAD_QUOTA_MIB', '-1'],
    ...[
      'http://bots.internal',
      'bots.internal:0',
      'bots.internal:65536',
      '10.0.0.0/33',
      '10.0.0.0/',
      '::/129',
      'a b',
    ].map((entry) => ['EGRESS_ALLOW', entry] as const),
    ['EGRESS_PROXY', 'proxy.example:4750'],
    ['EGRESS_PROXY', 'socks5://proxy.example'],
  ] as const)('refuses %s=%s', (name, text) => {
    process.env[name] = text;

    expect(() => setting(name)).toThrow(`The environment variable ${name} does not fit: set `);
  });
});
