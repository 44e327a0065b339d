#!/usr/bin/env node
// `npm run web`: serves the client from its sources, with reload on change. Everything else comes from a running system.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const HOST = '127.0.0.1';
const { SERVER, PORT: serverPort, WEB_PORT } = process.env;
const port = Number(WEB_PORT || 9993);
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
  server: { host: HOST, port, strictPort: true, proxy, watch: { ignored: ['**/dist/**'] } },
});
await server.listen();
process.stdout.write(`The client: http://${HOST}:${port}/   the system: ${target}\n`);
