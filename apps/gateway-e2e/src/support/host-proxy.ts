import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy with an address for one organization. It sets the headers Host and Origin, for clients that cannot choose them. */
export class HostProxy {
  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(baseUrl: string, host: string): Promise<HostProxy> {
    const server = createServer((incoming, outgoing) => {
      const url = new URL(baseUrl);
      const origin = incoming.headers.origin && { origin: `http://${host}` };
      const onward = request(
        // The path stays as it is, doubled slashes and all.
        {
          host: url.hostname,
          port: url.port,
          method: incoming.method,
          path: incoming.url,
          headers: { ...incoming.headers, host, ...origin },
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      onward.on('error', () => outgoing.destroy());
      outgoing.on('close', () => onward.destroy());
      incoming.pipe(onward);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new HostProxy(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
