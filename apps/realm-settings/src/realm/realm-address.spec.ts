import { describe, expect, it } from '@jest/globals';
import { botDomain, realmUrl, subdomainOf } from './realm-record.js';

const realm = (str: string, more: object = {}) => ({ str, host: null, isDefault: false, ...more });

describe('realmUrl', () => {
  it.each([
    [realm('acme', { isDefault: true }), 'https://chat.example.com', 'https://chat.example.com'],
    [realm('acme'), 'https://chat.example.com', 'https://acme.chat.example.com'],
    [realm('acme'), 'http://127.0.0.1:9991', 'http://acme.localhost:9991'],
    [realm('acme'), 'http://[::1]:9991', 'http://acme.localhost:9991'],
    [realm('', {}), 'http://127.0.0.1:9991/', 'http://127.0.0.1:9991'],
    [realm('acme', { host: 'acme.org' }), 'https://chat.example.com:8443', 'https://acme.org:8443'],
  ])('%j of %s is at %s', (names, external, url) => {
    expect(realmUrl(names, new URL(external))).toBe(url);
  });
});

describe('botDomain', () => {
  it('is the host where mail could go there', () => {
    expect(botDomain('https://acme.org:8443', 'fallback.org')).toBe('acme.org');
    expect(botDomain('http://127.0.0.1:9991', 'fallback.org')).toBe('fallback.org');
    expect(botDomain('http://[::1]:9991', 'fallback.org')).toBe('fallback.org');
    expect(botDomain('http://localhost:9991', 'fallback.org')).toBe('fallback.org');
  });
});

describe('subdomainOf', () => {
  it('is one label before the installation', () => {
    const external = new URL('https://chat.example.com');
    expect(subdomainOf('acme.chat.example.com', external)).toBe('acme');
    expect(subdomainOf('acme.localhost', external)).toBe('acme');
    expect(subdomainOf('a.b.chat.example.com', external)).toBeUndefined();
    expect(subdomainOf('chat.example.com', external)).toBeUndefined();
  });
});
