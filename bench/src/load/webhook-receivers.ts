import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { MarkedMessages } from './marked-messages.js';

/** Servers at the addresses of event webhooks, in this process. */
export class WebhookReceivers {
  private constructor(private readonly servers: readonly Server[]) {}

  static async start(messages: MarkedMessages): Promise<WebhookReceivers> {
    const healthy: RequestListener = (request, response) => {
      buffer(request).then(
        (body) => {
          messages.take(body);
          response.writeHead(204).end();
        },
        () => response.destroy(),
      );
    };
    const failing: RequestListener = (request, response) => {
      request.resume();
      response.writeHead(503).end();
    };
    const servers = [createServer(healthy), createServer(() => undefined), createServer(failing)];
    for (const server of servers) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
    return new WebhookReceivers(servers);
  }

  /** Answers at once. */
  get healthyUrl(): string {
    return urlOf(this.servers[0] as Server);
  }

  /** Accepts requests and never answers. */
  get hangingUrl(): string {
    return urlOf(this.servers[1] as Server);
  }

  /** Answers 503 at once. */
  get failingUrl(): string {
    return urlOf(this.servers[2] as Server);
  }

  /** Ends the requests that hang. */
  breakOffHanging(): void {
    this.servers[1]?.closeAllConnections();
  }

  close(): void {
    for (const server of this.servers) {
      server.close();
      server.closeAllConnections();
    }
  }
}

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
