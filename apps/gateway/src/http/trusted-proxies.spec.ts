import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { TrustedProxies } from './trusted-proxies.js';

const request = (peer: string, forwarded?: string) =>
  ({ socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

describe('TrustedProxies', () => {
  it.each([
    ['nobody is trusted', [], '10.0.0.1', '1.2.3.4', '10.0.0.1'],
    ['the peer is no proxy of ours', ['10.0.0.1'], '9.9.9.9', '1.2.3.4', '9.9.9.9'],
    ['one proxy', ['10.0.0.1'], '10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['the client forged an entry', ['10.0.0.1'], '10.0.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['two proxies', ['10.0.0.0/8'], '10.0.0.1', '1.2.3.4, 10.0.0.2', '1.2.3.4'],
    ['all hops are proxies', ['10.0.0.0/8'], '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['nonsense', ['10.0.0.1'], '10.0.0.1', 'not an address', '10.0.0.1'],
    ['no header', ['10.0.0.1'], '10.0.0.1', undefined, '10.0.0.1'],
    ['IPv4 on an IPv6 socket', ['10.0.0.1'], '::ffff:10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['IPv6', ['fd00::/8'], 'fd00::1', '2001:db8::7', '2001:db8::7'],
  ])('finds the address: %s', (_, trusted, peer, forwarded, expected) => {
    expect(new TrustedProxies(trusted).addressOf(request(peer, forwarded))).toBe(expected);
  });

  it.each(['10.0.0.0/33', 'proxy.example.com', '10.0.0.0/', '10.0.0.0/-1'])('throws for %j', (entry) => {
    expect(() => new TrustedProxies([entry])).toThrow('TRUSTED_PROXIES');
  });
});
