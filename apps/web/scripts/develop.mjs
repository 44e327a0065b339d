#!/usr/bin/env node
// `npm run web`: serves the client from its sources, with reload on change. Everything else comes from a running system.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const HOST = '127.0.0.1';
const PORT = 9993;
const { SERVER, PORT: serverPort } = process.env;
const target = SERVER || `http://${HOST}:${serverPort || 9991}`;

/** Paths of this server: the page, its sources, and modules of Vite. */
const OWN = '$|\\?|src/|libs/|@|node_modules/';
const proxy = {
  [`^/(?!${OWN})`]: {
    target,
    changeOrigin: true,
    // A browser names this server, and the system takes changes from pages of its own origin only.
    configure: (server) =>
      server.on('proxyReq', (request) => {
        if (request.hasHeader('origin')) request.setHeader('origin', new URL(target).origin);
      }),
  },
};

const server = await createServer({
  root: dirname(dirname(fileURLToPath(import.meta.url))),
  server: { host: HOST, port: PORT, strictPort: true, proxy, watch: { ignored: ['**/dist/**'] } },
});
await server.listen();
process.stdout.write(`The client: http://${HOST}:${PORT}/   the system: ${target}\n`);
