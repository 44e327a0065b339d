import { lookup } from 'node:dns/promises';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { EgressRule } from '@chat/configuration';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Egress, type EgressOptions, type EgressRequest } from './egress.js';
import { startDnsServer } from './testing/dns-server.js';
import { startTrap } from './testing/trap.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function closed<Closable extends { close: () => unknown }>(part: Closable): Closable {
  closers.push(() => part.close());
  return part;
}

const dns = async (answers: Parameters<typeof startDnsServer>[0]) => closed(await startDnsServer(answers));
const trap = async (...options: Parameters<typeof startTrap>) => closed(await startTrap(...options));

function egress(options: Partial<EgressOptions> = {}): Egress {
  const opened = new Egress({ allow: [], proxy: null, ...options });
  closers.push(() => opened.onApplicationShutdown());
  return opened;
}

const request = (url: string, rest: Partial<EgressRequest> = {}): EgressRequest => ({
  url,
  method: 'POST',
  body: '{}',
  timeoutMs: 5_000,
  maxBodyBytes: 1_000,
  ...rest,
});

const loopback = (port: number | null = null): EgressRule => ({ address: '127.0.0.1', prefix: 32, port });
const REFUSED = { kind: 'refused', message: 'The address does not lead to a server that may be contacted.' };

describe('a destination that is not public', () => {
  const FORMS = [
    'https://127.0.0.1:PORT/',
    'https://127.1:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f000001:PORT/',
    'https://0177.0.0.01:PORT/',
    'https://127.0.0.1.:PORT/',
    'https://127。0。0。1:PORT/',
    'https://%31%32%37.0.0.1:PORT/',
    'https://0.0.0.0:PORT/',
    'https://0:PORT/',
    'https://[::]:PORT/',
    'https://[::1]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://[::ffff:7f00:1]:PORT/',
    'https://[::127.0.0.1]:PORT/',
    'https://[2002:7f00:1::]:PORT/',
    'https://[64:ff9b::7f00:1]:PORT/',
    'https://[64:ff9b:1::7f00:1]:PORT/',
    'https://10.0.0.1:PORT/',
    'https://172.16.0.1:PORT/',
    'https://192.168.0.1:PORT/',
    'https://169.254.169.254:PORT/',
    'https://100.64.0.1:PORT/',
    'https://224.0.0.1:PORT/',
    'https://240.0.0.1:PORT/',
    'https://203.0.113.1:PORT/',
    'https://[fe80::1]:PORT/',
    'https://[fd00::1]:PORT/',
    'https://[ff02::1]:PORT/',
    'https://[2001:db8::1]:PORT/',
    'https://localhost:PORT/',
    'https://LOCALHOST.:PORT/',
    'http://127.0.0.1:PORT/',
    'http://8.8.8.8:PORT/',
    'http://public.example:PORT/',
    'https://user@127.0.0.1:PORT/',
    'https://user:password@public.example:PORT/',
    'https://public.example@127.0.0.1:PORT/',
    'https://127.0.0.1:PORT\\@public.example/',
    'ftp://127.0.0.1:PORT/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/',
    '//127.0.0.1:PORT/',
    'no address',
    '',
  ];

  it.each(FORMS)('is not contacted as %s', async (form) => {
    const inner = await trap();
    const { address } = await dns((name, type) =>
      type === 'A' ? [name === 'localhost' ? '127.0.0.1' : '8.8.8.8'] : [],
    );
    const url = form.replace('PORT', String(inner.port));

    await expect(egress({ dnsServers: [address] }).request(request(url))).rejects.toMatchObject(REFUSED);

    expect(inner.connections()).toBe(0);
  });

  it.each([
    ['one of its addresses is loopback', ['8.8.8.8', '127.0.0.1'], []],
    ['its IPv6 address is loopback', ['8.8.8.8'], ['::1']],
    ['its IPv6 address has IPv4 inside', [], ['::ffff:127.0.0.1']],
    ['its IPv6 address is that of a translator', [], ['64:ff9b::7f00:1']],
    ['it has no address', [], []],
  ])('is not contacted by a name if %s', async (_case, ipv4, ipv6) => {
    const inner = await trap();
    const { address } = await dns((_name, type) => (type === 'A' ? ipv4 : ipv6));

    const url = `https://rebind.example:${inner.port}/`;
    await expect(egress({ dnsServers: [address] }).request(request(url))).rejects.toMatchObject(REFUSED);

    expect(inner.connections()).toBe(0);
  });

  it('has the same error with an open and a closed port', async () => {
    const inner = await trap();
    const open = await egress()
      .request(request(`https://127.0.0.1:${inner.port}/`))
      .catch((error: unknown) => error);
    inner.close();
    const shut = await egress()
      .request(request(`https://127.0.0.1:${inner.port}/`))
      .catch((error: unknown) => error);

    expect(String(open)).toBe(String(shut));
    expect(open).toMatchObject(REFUSED);
  });

  it('is not contacted through a proxy of the environment', async () => {
    const proxy = await trap();
    const names = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    const before = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : `http://127.0.0.1:${proxy.port}`;
    closers.push(() => {
      for (const [index, name] of names.entries()) {
        if (before[index] === undefined) delete process.env[name];
        else process.env[name] = before[index];
      }
    });
    const receiver = await server(200, 'ok');

    await egress({ allow: [loopback(receiver.port)] }).request(request(receiver.url));

    expect(proxy.connections()).toBe(0);
  });
});

describe('the check before the first request', () => {
  const NAME = 'http://bots.example:81/';

  it.each([
    ['without a destination in EGRESS_ALLOW', []],
    ['with another port of a network in EGRESS_ALLOW', [loopback(82)]],
    ['with another host in EGRESS_ALLOW', [{ host: 'other.example', port: null }]],
  ] satisfies [string, EgressRule[]][])('refuses a name by HTTP %s', (_case, allow) => {
    expect(() => egress({ allow }).check(NAME)).toThrow(REFUSED.message);
  });

  it.each([
    ['a network', NAME, [loopback(81)]],
    ['the host', NAME, [{ host: 'bots.example', port: 81 }]],
    ['nothing, by HTTPS', 'https://bots.example:81/', []],
  ] satisfies [string, string, EgressRule[]][])('accepts a name that may be allowed: %s', (_case, url, allow) => {
    expect(() => egress({ allow }).check(url)).not.toThrow();
  });
});

describe('a name with answers that change', () => {
  it('is looked up once, and the checked address is the connected one', async () => {
    const inner = await trap();
    const asked = new EventEmitter();
    let questions = 0;
    // The first answer is allowed, every later one is the trap.
    const { address } = await dns((_name, type) => {
      if (type === 'AAAA') return [];
      questions += 1;
      asked.emit('question');
      return questions === 1 ? ['127.0.0.2'] : ['127.0.0.1'];
    });
    const allow: EgressRule[] = [{ address: '127.0.0.2', prefix: 32, port: inner.port }];
    const guarded = egress({ dnsServers: [address], allow });
    const url = `http://rebind.example:${inner.port}/`;

    // Nothing listens at 127.0.0.2, so a look-up of its own would lead the connection to the trap.
    await expect(guarded.request(request(url))).rejects.toMatchObject({ kind: 'connection' });
    expect(questions).toBe(1);
    await expect(guarded.request(request(url))).rejects.toMatchObject(REFUSED);

    expect(inner.connections()).toBe(0);
  });
});

async function server(status: number, body: string, headers: Record<string, string> = {}) {
  const requests: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = [];
  const listening = createServer((incoming, outgoing) => {
    let text = '';
    incoming.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers: sent } = incoming;
      requests.push({ method, url, headers: sent, body: text });
      outgoing.writeHead(status, headers).end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  closers.push(() => {
    listening.closeAllConnections();
    listening.close();
  });
  const { port } = listening.address() as AddressInfo;
  return { port, requests, url: `http://127.0.0.1:${port}/path?a=b` };
}

describe('a destination of EGRESS_ALLOW', () => {
  const rules = {
    host: (port: number): EgressRule => ({ host: 'localhost', port }),
    'any port of the host': (): EgressRule => ({ host: 'localhost', port: null }),
  };
  it.each(Object.entries(rules))('is contacted: %s', async (_name, rule) => {
    const { address } = await lookup('localhost', 4).catch(() => ({ address: '' }));
    const receiver = await server(200, address);
    const response = await egress({ allow: [rule(receiver.port)] }).request(
      request(receiver.url.replace('127.0.0.1', 'localhost')),
    );

    expect(response.body.toString()).toBe('127.0.0.1');
  });

  it('gets method, path, headers and body, and names the product', async () => {
    const receiver = await server(201, 'made', { 'x-answer': 'yes' });

    const response = await egress({ allow: [loopback(receiver.port)] }).request(
      request(receiver.url, { headers: { 'content-type': 'application/json' }, body: '{"a":1}' }),
    );

    expect(response).toMatchObject({ status: 201, isCut: false, headers: { 'x-answer': 'yes' } });
    expect(response.body.toString()).toBe('made');
    expect(receiver.requests).toMatchObject([
      {
        method: 'POST',
        url: '/path?a=b',
        headers: { 'content-type': 'application/json', 'user-agent': 'Chat', host: `127.0.0.1:${receiver.port}` },
        body: '{"a":1}',
      },
    ]);
  });

  it.each([
    ['another port', loopback(1)],
    ['another network', { address: '127.0.0.2', prefix: 32, port: null }],
    ['another host', { host: 'bots.internal', port: null }],
    ['IPv6 only', { address: '::ffff:7f00:0', prefix: 96, port: null }],
  ] satisfies [string, EgressRule][])('opens nothing else: %s', async (_case, rule) => {
    const inner = await trap();

    const url = `http://127.0.0.1:${inner.port}/`;
    await expect(egress({ allow: [rule] }).request(request(url))).rejects.toMatchObject(REFUSED);

    expect(inner.connections()).toBe(0);
  });
});

describe('a response', () => {
  const answering = async (answer: Parameters<typeof startTrap>[0], rest: Partial<EgressRequest> = {}) => {
    const receiver = await trap(answer);
    return egress({ allow: [loopback()] }).request(request(`http://127.0.0.1:${receiver.port}/`, rest));
  };

  it('that redirects is not followed', async () => {
    const inner = await trap();
    const receiver = await server(302, '', { location: `http://127.0.0.1:${inner.port}/` });

    const response = await egress({ allow: [loopback(receiver.port)] }).request(request(receiver.url));

    expect(response.status).toBe(302);
    expect(inner.connections()).toBe(0);
  });

  it('with an endless body is cut off', async () => {
    const endless = answering((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const more = () => {
        while (socket.writable && socket.write('x'.repeat(1_000)));
      };
      socket.on('drain', more);
      more();
    });

    const { body, isCut } = await endless;
    expect([body.length, isCut]).toEqual([1_000, true]);
  });

  it('that is as long as the limit is whole', async () => {
    const { body, isCut } = await answering((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${'x'.repeat(1_000)}`),
    );

    expect([body.length, isCut]).toEqual([1_000, false]);
  });

  it.each([
    ['never comes', () => undefined],
    ['ends within its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')],
    ['has a body without an end', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx')],
  ] satisfies [string, Parameters<typeof startTrap>[0]][])(
    'that %s ends with the time limit',
    async (_case, answer) => {
      await expect(answering(answer, { timeoutMs: 200 })).rejects.toMatchObject({ kind: 'timeout' });
    },
  );

  it('with a body that trickles ends with the time limit', async () => {
    const trickling = answering(
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
        const timer = setInterval(() => socket.write('x'), 10);
        socket.on('close', () => clearInterval(timer));
      },
      { timeoutMs: 300 },
    );

    await expect(trickling).rejects.toMatchObject({ kind: 'timeout' });
  });

  it.each([
    ['is cut', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx'), 'connection'],
    ['is missing', (socket) => socket.destroy(), 'connection'],
    ['is no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), 'malformed'],
    ['has large headers', (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`), 'malformed'],
  ] satisfies [string, Parameters<typeof startTrap>[0], string][])(
    'that %s is an error',
    async (_case, answer, kind) => {
      await expect(answering(answer)).rejects.toMatchObject({ kind });
    },
  );

  it('is missing if nothing listens', async () => {
    const receiver = await trap();
    receiver.close();

    const url = `http://127.0.0.1:${receiver.port}/`;
    await expect(egress({ allow: [loopback()] }).request(request(url))).rejects.toMatchObject({ kind: 'connection' });
  });
});

describe('EGRESS_PROXY', () => {
  /** A proxy that leads every tunnel to one server, or refuses with a status. */
  async function proxy(target: number | null, status = 200) {
    const targets: string[] = [];
    const listening = createServer();
    listening.on('connect', (incoming, socket) => {
      targets.push(incoming.url ?? '');
      socket.on('error', () => undefined);
      if (target === null) return socket.end(`HTTP/1.1 ${status} Refused\r\n\r\n`);
      const inner = connect(target, '127.0.0.1').on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      return socket.pipe(inner).pipe(socket);
    });
    listening.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    closers.push(() => {
      listening.closeAllConnections();
      listening.close();
    });
    return { targets, url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}/` };
  }

  it('gets all connections, and looks the names up', async () => {
    const receiver = await server(200, 'through the proxy');
    const filter = await proxy(receiver.port);

    const allow: EgressRule[] = [{ host: 'bots.example', port: null }];
    const response = await egress({ allow, proxy: filter.url }).request(request('http://bots.example:81/'));

    expect(response.body.toString()).toBe('through the proxy');
    expect(filter.targets).toEqual(['bots.example:81']);
  });

  it.each([403, 407])('refuses an address with status %d', async (status) => {
    const filter = await proxy(null, status);

    const refused = egress({ allow: [], proxy: filter.url }).request(request('https://bots.example/'));

    await expect(refused).rejects.toMatchObject(REFUSED);
  });

  it.each(['https://127.0.0.1/', 'https://[::ffff:10.0.0.1]/', 'http://bots.example/', 'https://a:b@bots.example/'])(
    'is not contacted for %s',
    async (url) => {
      const filter = await proxy(null);

      await expect(egress({ allow: [], proxy: filter.url }).request(request(url))).rejects.toMatchObject(REFUSED);

      expect(filter.targets).toEqual([]);
    },
  );
});
