import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { compressed, encodingFor } from './compressed-body.js';

const LONG = { length: 2_000, isSecureSession: false };
const ACCEPTS = { 'accept-encoding': 'gzip, br' };

describe('a response is compressed', () => {
  it('as the client accepts it', () => {
    expect(encodingFor({ ...LONG, headers: ACCEPTS })).toBe('br');
    expect(encodingFor({ ...LONG, headers: { 'accept-encoding': 'gzip' } })).toBe('gzip');
    expect(encodingFor({ ...LONG, headers: {} })).toBeUndefined();
  });

  it('from 1 KiB on', () => {
    expect(encodingFor({ ...LONG, length: 1_023, headers: ACCEPTS })).toBeUndefined();
    expect(encodingFor({ ...LONG, length: 1_024, headers: ACCEPTS })).toBe('br');
  });

  it('for a secure session only if a page of its own asks', () => {
    const asked = (site: string) =>
      encodingFor({ ...LONG, isSecureSession: true, headers: { ...ACCEPTS, 'sec-fetch-site': site } });

    expect(asked('same-origin')).toBe('br');
    for (const site of ['same-site', 'cross-site', 'none', '']) expect(asked(site)).toBeUndefined();
    expect(encodingFor({ ...LONG, isSecureSession: true, headers: ACCEPTS })).toBeUndefined();
  });
});

it('a compressed body is the same text', async () => {
  const text = 'Grüße '.repeat(1_000);

  expect(brotliDecompressSync((await compressed(text, 'br')).bytes).toString()).toBe(text);
  expect(gunzipSync((await compressed(Buffer.from(text), 'gzip')).bytes).toString()).toBe(text);
});
