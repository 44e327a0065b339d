import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
export type Behaviour = (response: ServerResponse, request: ReceivedRequest) => void;
export type BotServer = Awaited<ReturnType<typeof startBotServer>>;

export const answering =
  (answer: unknown, status = 200): Behaviour =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));

export async function startBotServer(behaviour: Behaviour) {
  const bot = { behaviour, requests: [] as ReceivedRequest[] };
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    incoming.on('end', () => {
      const request = { headers: incoming.headers, body };
      bot.requests.push(request);
      bot.behaviour(response, request);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(bot, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bot`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}
