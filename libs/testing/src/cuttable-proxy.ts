import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Stands between a process and a server that it uses, and breaks all their connections at a moment of one's choice: told by what
 * has passed, not by the time, so that no machine is too fast or too slow for it.
 */
export class CuttableProxy {
  /** Asked before anything is passed on, in either direction; true cuts every connection, and this goes nowhere. */
  isCutDue: () => boolean = () => false;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    /** The server's URL, by way of the proxy. */
    readonly url: string,
  ) {}

  static async start(serverUrl: string): Promise<CuttableProxy> {
    const target = new URL(serverUrl);
    const server = createServer({ noDelay: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(serverUrl);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    const proxy = new CuttableProxy(server, url.href);
    server.on('connection', (client) => proxy.join(client, connect(Number(target.port), target.hostname)));
    return proxy;
  }

  /** Breaks every connection; new ones are made as before. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket, server: Socket): void {
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (chunk) => {
        if (this.isCutDue()) this.cut();
        else if (!to.destroyed) to.write(chunk);
      });
      from.on('error', () => {});
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
