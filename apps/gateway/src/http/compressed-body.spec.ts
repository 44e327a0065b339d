import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { compressed, encodingFor } from './compressed-body.js';

const ACCEPTS = { 'accept-encoding': 'gzip, br' };

describe('a response is compressed', () => {
  it('as the client accepts it', () => {
    expect(encodingFor(ACCEPTS, false)).toBe('br');
    expect(encodingFor({ 'accept-encoding': 'gzip' }, false)).toBe('gzip');
    expect(encodingFor({}, false)).toBeUndefined();
  });

  it('for a secure session only if a page of its own asks', () => {
    const asked = (site: string) => encodingFor({ ...ACCEPTS, 'sec-fetch-site': site }, true);

    expect(asked('same-origin')).toBe('br');
    for (const site of ['same-site', 'cross-site', 'none', '']) expect(asked(site)).toBeUndefined();
    expect(encodingFor(ACCEPTS, true)).toBeUndefined();
  });
});

it('a compressed body is the same text', async () => {
  const text = 'Grüße '.repeat(1_000);

  expect(brotliDecompressSync((await compressed(text, 'br')).bytes).toString()).toBe(text);
  expect(gunzipSync((await compressed(Buffer.from(text), 'gzip')).bytes).toString()).toBe(text);
});
