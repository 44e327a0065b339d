import { expect, it } from '@jest/globals';
import { networkOf } from './network-of.js';

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('counts %s as one with its network', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('counts an IPv4 address, and a text that is no address, alone', () => {
  expect(['198.51.100.7', 'unknown'].map(networkOf)).toEqual(['198.51.100.7', 'unknown']);
});
