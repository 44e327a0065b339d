import { describe, expect, it } from '@jest/globals';
import { isGlobalUnicast } from './destinations.js';

describe('global unicast addresses', () => {
  it.each(['1.1.1.1', '9.255.255.255', '100.63.255.255', '172.32.0.1', '192.169.0.1', '223.255.255.254'])(
    'include %s',
    (address) => expect(isGlobalUnicast(address)).toBe(true),
  );
  it.each(['2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])('include %s', (address) =>
    expect(isGlobalUnicast(address)).toBe(true),
  );

  it.each([
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1']],
    ['link-local', ['169.254.169.254', 'fe80::1', 'febf::1']],
    ['site-local', ['fec0::1']],
    ['shared', ['100.64.0.1', '100.127.255.255']],
    ['multicast', ['224.0.0.1', '239.255.255.255', 'ff02::1']],
    ['broadcast', ['255.255.255.255']],
    ['reserved', ['240.0.0.1', '192.0.0.1', '192.88.99.1', '100::1', '4000::1', '5f00::1', '::2']],
    ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
    ['benchmarking', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
    ['IPv4 mapped into IPv6', ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0:7f00:1']],
    ['IPv4 compatible', ['::127.0.0.1', '::8.8.8.8']],
    ['6to4', ['2002:7f00:1::', '2002:0808:0808::1']],
    ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1']],
    ['Teredo', ['2001::1', '2001:0:7f00:1::']],
    ['ORCHID', ['2001:10::1', '2001:20::1']],
  ])('do not include %s addresses', (_range, addresses) => {
    expect(addresses.filter(isGlobalUnicast)).toEqual([]);
  });
});
