import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createServer, type ViteDevServer } from 'vite';

let server: ViteDevServer;
beforeAll(async () => {
  server = await createServer({
    root: fileURLToPath(new URL('../../', import.meta.url)),
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
}, 30_000);
afterAll(() => server?.close());

it.each(['en', 'de'])('the development server resolves the imports of the texts of %s', async (language) => {
  const importer = await server.transformRequest('/src/languages/language.ts');
  const [, path] = new RegExp(`/@id/__x00__([^"]*/${language}[?.][^"]*)`).exec(importer?.code ?? '') ?? [];
  const texts = await server.transformRequest(`\0${path?.replace('?import', '')}`);

  expect(texts?.code).toContain('language.direction');
  expect(texts?.code).not.toMatch(/^import .* from "[^/.]/m);
});
