import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Source texts of production code. */
function* sources(): Generator<string> {
  for (const folder of ['apps', 'libs']) {
    for (const project of readdirSync(join(root, folder))) {
      const start = join(root, folder, project, 'src');
      // A renamed project leaves an empty folder with build results behind.
      if (!existsSync(start)) continue;
      for (const path of readdirSync(start, { recursive: true, encoding: 'utf8' })) {
        if (path.endsWith('.ts') && !/\.(spec|testing)\.ts$/.test(path)) yield readFileSync(join(start, path), 'utf8');
      }
    }
  }
}

it('tracing is loaded only where it is configured', () => {
  const loading = [...sources()].filter((text) => /^import (?!type)[^;]*from '@opentelemetry\//m.test(text));

  expect(loading).toHaveLength(1);
  expect([...sources()].filter((text) => /from '[./]*tracing\/open-telemetry\.js'/.test(text))).toEqual([]);
});

it('the library of passkeys is loaded with the first use of a passkey', () => {
  const texts = [...sources()];

  expect(texts.filter((text) => /from '@simplewebauthn\//.test(text))).toHaveLength(1);
  expect(texts.filter((text) => text.includes("await import('./passkey-responses.js')"))).toHaveLength(2);
  expect(texts.filter((text) => /from '[./]*passkey-responses\.js'/.test(text))).toEqual([]);
});

it('undici is loaded with the first request to an address of a user', () => {
  const texts = [...sources()];

  expect(texts.filter((text) => text.includes("await import('undici')"))).toHaveLength(1);
  expect(texts.filter((text) => /^(?:import|export) (?!type)[^;]*'undici'/m.test(text))).toEqual([]);
});
