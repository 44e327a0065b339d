import { connect } from 'node:net';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { png } from '../support/png.js';
import { sharedSystem } from '../support/shared-system.js';
import { kindsOf } from '../support/system-under-test.js';
import { FileAttacker, PNG_HEAD } from './file-attacker.js';

const MIB = 1024 * 1024;

let attacker: FileAttacker;

beforeAll(async () => {
  attacker = await FileAttacker.create(await sharedSystem());
}, 240_000);
afterAll(() => attacker?.close(), 60_000);

describe('a file with a hostile name', () => {
  it.each([
    ['filename="a%0D%0ASet-Cookie: x=1%0D%0A%0D%0A<script>.txt"'],
    [`filename="x"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x=1.txt`],
    [`filename="x"; filename*=UTF-8''%00%E2%80%AE%E2%80%8Fgpj.exe`],
    ['filename="../../../../etc/passwd"'],
    ['filename="..\\..\\windows\\system.ini"'],
    ['filename="/etc/passwd"'],
    ['filename=".."'],
    ['filename="."'],
    ['filename="a\\"; evil=\\"b.html"'],
    [`filename="${'ä'.repeat(2_000)}.txt"`],
    ['filename="con.txt "'],
    ['filename="a;b=c,d\'e%22f.txt"'],
  ])('%s has one safe name in its path and headers', async (parameter) => {
    const url = await attacker.upload('content', `Content-Disposition: form-data; name="file"; ${parameter}`);
    const { status, headers, text } = await attacker.get(url);

    expect([status, text]).toEqual([200, 'content']);
    const segments = url.split('/').slice(3);
    expect(segments).toHaveLength(3);
    const name = decodeURIComponent(segments[2] as string);
    expect(name).toMatch(/^(?!\.{1,2}$)[\p{L}\p{N}\p{M}_.-]+$/u);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['content-disposition']).toMatch(/^attachment; filename[=*]/);
  });
});

describe('a file that a browser could run', () => {
  const html = '<html><script>alert(1)</script></html>';
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
  const gif = Buffer.from(`GIF89a/*${'\0'.repeat(8)}*/=1;alert(1)//<script>alert(1)</script>`, 'latin1');
  const picture = Buffer.from(png(9, 1), 'latin1');
  it.each<[string, string, string, string | Buffer]>([
    ['HTML', 'a.html', 'text/html', html],
    ['HTML as a picture', 'a.png', 'image/png', html],
    ['HTML as PDF', 'a.pdf', 'application/pdf; charset=utf-8', html],
    ['HTML without a type', 'a.htm', '', html],
    ['HTML with a type in capitals', 'a.html', 'TEXT/HTML', html],
    ['HTML with two types', 'a.html', 'text/plain, text/html', html],
    ['XHTML', 'a.xhtml', 'application/xhtml+xml', html],
    ['SVG', 'a.svg', 'image/svg+xml', svg],
    ['SVG as PNG', 'a.png', 'image/png', svg],
    ['XML', 'a.xml', 'text/xml', `<?xml version="1.0"?>${svg}`],
    ['a script', 'a.js', 'text/javascript', 'alert(1)'],
    ['a module', 'a.mjs', 'application/javascript', 'alert(1)'],
    ['a message', 'a.mht', 'message/rfc822', `Content-Type: text/html\r\n\r\n${html}`],
    ['a type with a line break', 'a.html', 'text/html\x0bx', html],
    ['a picture that is a script', 'a.gif', 'text/javascript', gif],
  ])('%s is neither shown nor run', async (_, name, type, content) => {
    const head = `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}`;
    const { headers } = await attacker.get(await attacker.upload(content, head));

    const isInline = headers['content-disposition']?.startsWith('inline');
    const expected = isInline ? /^application\/pdf$|^image\/(?:png|gif)$/ : /^(?!.*(?:html|xml|svg|script|message))/;
    expect(headers['content-type']).toMatch(expected);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
    if (headers['content-type'] !== 'application/pdf')
      expect(headers['content-security-policy']).toMatch(/(?:^|; )sandbox(?:;|$)/);
  });

  it('a picture with HTML after it is shown as a picture only', async () => {
    const head = PNG_HEAD;
    const { headers } = await attacker.get(await attacker.upload(Buffer.concat([picture, Buffer.from(html)]), head));

    expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).toMatch(/; sandbox;/);
  });
});

describe('a guess of an address', () => {
  it('is unknown, forbidden or no address in each form, and reveals no bytes', async () => {
    const url = await attacker.upload('secret content');
    const path = url.slice('/user_uploads/'.length);
    const [realm = '', folder = '', secret = '', name = ''] = path.split('/');
    const guesses = [
      path,
      `${realm}/${folder}/${secret}/`,
      `${realm}/${folder}/${secret}/%2e%2e/${secret}/${name}`,
      `${realm}/${folder}/${secret}/..%2f${secret}%2f${name}`,
      `${realm}/../${realm}/${folder}/${secret}/${name}`,
      `0/${folder}/${secret}/${name}`,
      `-1/${folder}/${secret}/${name}`,
      `${Number(realm) + 1}/${folder}/${secret}/${name}`,
      `0${realm}/${folder}/${secret}/${name}`,
      `${realm}.0/${folder}/${secret}/${name}`,
      `${realm}/${folder}/${secret.toLowerCase()}/${name}`,
      `${realm}/${folder}/%/${name}`,
      `${realm}/${folder}/%25/${name}`,
      `${realm}/${folder}/${secret}/${name}%00`,
      `${realm}/${folder}/${secret}/${name};a=b`,
      `${realm}//${folder}/${secret}/${name}`,
      `${realm}/${folder}/${secret}/%c0%ae%c0%ae/${name}`,
      `${realm}/%5c..%5c..%5cetc%5cpasswd`,
      `${realm}/../../../../etc/passwd`,
      `${realm}/${'a'.repeat(5_000)}`,
      `${realm}/${'a/'.repeat(2_000)}`,
      '..%2f..%2fetc%2fpasswd',
      '9'.repeat(30),
      `${'9'.repeat(30)}/a/b/c`,
    ];
    for (const guess of guesses) {
      for (const way of ['', 'download/', 'thumbnail/', 'temporary/']) {
        for (const prefix of ['', '/api/v1']) {
          const { status, text } = await attacker.get(`${prefix}/user_uploads/${way}${guess}`, attacker.eva);
          expect([guess, status]).toEqual([guess, expect.any(Number)]);
          expect([301, 302, 400, 403, 404, 414, 431]).toContain(status);
          expect(text).not.toContain('secret content');
          expect(text).not.toContain(attacker.organization.owner.email);
        }
      }
    }
  }, 60_000);

  it('of a temporary address is an invalid token', async () => {
    const url = await attacker.upload('secret content');
    const { url: address } = JSON.parse((await attacker.get(`/api/v1${url}`)).text) as { url: string };
    const [, , , token = '', name = ''] = address.split('/');
    const last = token.at(-1) === 'A' ? 'B' : 'A';
    const guesses = [
      `${token.slice(0, -2)}${last}${token.at(-1)}`,
      token.slice(1),
      `${token}${token}`,
      'a',
      '%00',
      '..',
    ];
    for (const guess of guesses) {
      const { status, text } = await attacker.get(`/user_uploads/temporary/${guess}/${name}`, attacker.eva);
      expect([guess, [400, 404].includes(status)]).toEqual([guess, true]);
      expect(text).not.toContain('secret');
    }
    expect((await attacker.get(address, attacker.eva)).text).toBe('secret content');
  });

  it.each([
    'bytes=-0',
    'bytes=5-1',
    'bytes=99999999999999999999-',
    'bytes=-99999999999999999999',
    `bytes=${Array(500).fill('0-0').join(',')}`,
    'bytes=0-0,-1',
    'lines=0-1',
    'bytes=a-b',
    'bytes=--1',
  ])('of bytes by the range %s gets bytes of the file only', async (range) => {
    const { status, text } = await attacker.get(await attacker.upload('0123456789'), attacker.ana, [['range', range]]);

    expect([200, 206, 416]).toContain(status);
    if (status === 200) expect(text).toBe('0123456789');
    if (status === 206) expect('0123456789').toContain(text);
  });
});

describe('readers that read nothing', () => {
  it('do not stop other readers', async () => {
    const url = await attacker.upload(Buffer.alloc(8 * MIB));
    const { hostname, port } = new URL(attacker.system.baseUrl);
    const slow = Array.from({ length: 50 }, () => connect({ host: hostname, port: Number(port) }).pause());
    try {
      const headers = attacker.headers().map(([name, value]) => `${name}: ${value}`);
      for (const socket of slow) {
        socket.on('error', () => {});
        socket.write([`GET ${url} HTTP/1.1`, ...headers, '', ''].join('\r\n'));
      }
      await eventually(() => slow.every(({ bytesWritten, connecting }) => bytesWritten > 0 && !connecting));

      const { status, headers: read } = await attacker.get(url);

      expect([status, read['content-length']]).toEqual([200, String(8 * MIB)]);
      await attacker.expectOthersToBeServed();
    } finally {
      for (const socket of slow) socket.destroy();
    }
  }, 60_000);
});

it('all hostile files leave no error in the logs of the services', async () => {
  expect(kindsOf(await attacker.system.loggedErrors())).toEqual([]);
});
