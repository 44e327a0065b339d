import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledTexts } from './scripts/compiled-texts.mjs';
import { layerOrder } from './scripts/layer-order.mjs';

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const libraries = pathOf('../../libs');

export default defineConfig({
  plugins: [react(), compiledTexts(), layerOrder()],
  // Libraries of this repository are bundled from their sources, so that nothing needs to be compiled before.
  resolve: { alias: [{ find: /^@chat\/([\w-]+)$/, replacement: `${libraries}/$1/src/index.ts` }] },
  build: {
    outDir: 'dist/client',
    // The oldest browsers with everything that the client needs, see docs/web.md.
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // Each asset has its own address: the policy of the page allows no data: for scripts, styles and fonts.
    assetsInlineLimit: 0,
    // The gateway names source maps in a header, where it serves them.
    sourcemap: 'hidden',
    // For the test of sizes.
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: pathOf('index.html'), 'service-worker': pathOf('src/service-worker/service-worker.ts') },
      // Browsers ask for the service worker at one address.
      output: {
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        // Everything that each page loads is one file. Without this group, each part of it that a dialog uses, too, is a file of its own.
        codeSplitting: {
          groups: [{ name: 'start', tags: ['$initial'], test: (id) => !id.includes('/service-worker/') }],
        },
      },
    },
  },
});
