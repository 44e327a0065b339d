import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

/** Source texts of what runs in production. */
function* sources(): Generator<string> {
  for (const folder of ['apps', 'libs']) {
    for (const project of readdirSync(join(root, folder))) {
      const start = join(root, folder, project, 'src');
      for (const path of readdirSync(start, { recursive: true, encoding: 'utf8' })) {
        if (path.endsWith('.ts') && !/\.(spec|testing)\.ts$/.test(path)) yield readFileSync(join(start, path), 'utf8');
      }
    }
  }
}

it('every package that is installed in production is used there', () => {
  const texts = [...sources()];
  const isUsed = (name: string): boolean => {
    const named = new RegExp(`['"]${name.replaceAll(/[/.]/g, '\\$&')}(/[^'"]*)?['"]`);
    return texts.some((text) => named.test(text));
  };

  expect(Object.keys(manifest.dependencies).filter((name) => !isUsed(name))).toEqual([]);
});

it('tracing is loaded only where it is configured', () => {
  const loading = [...sources()].filter((text) => /^import (?!type)[^;]*from '@opentelemetry\//m.test(text));

  expect(loading).toHaveLength(1);
  expect([...sources()].filter((text) => /from '[./]*tracing\/open-telemetry\.js'/.test(text))).toEqual([]);
});
