import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A proxy between a process and a server that cuts all their connections at a chosen moment. The amount of transferred
 * data defines the moment, not the time, so that the speed of the machine does not matter.
 */
export class CuttableProxy {
  /** Called before data is passed on, in either direction; true drops the data and cuts every connection. */
  isCutDue: () => boolean = () => false;
  /** While true, data is dropped and connections stay open, as with a server that hangs. */
  isMute = false;
  /** The server of new connections. */
  target: URL;
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private readonly mute = new WeakSet<readonly [Socket, Socket]>();

  private constructor(
    private readonly server: Server,
    /** The server's URL, by way of the proxy. */
    readonly url: string,
    serverUrl: string,
  ) {
    this.target = new URL(serverUrl);
  }

  static async start(serverUrl: string): Promise<CuttableProxy> {
    const server = createServer({ noDelay: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(serverUrl);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    const proxy = new CuttableProxy(server, url.href, serverUrl);
    server.on('connection', (client) => proxy.join(client, connect(Number(proxy.target.port), proxy.target.hostname)));
    return proxy;
  }

  /** Connections that were made and are not cut. */
  get openConnections(): number {
    return this.pairs.size;
  }

  /** Drops the data of the connections that are open, without closing them; new ones are made as before. */
  muteOpen(): void {
    for (const pair of this.pairs) this.mute.add(pair);
    this.isMute = false;
  }

  /** Breaks every connection; new ones are made as before. */
  cut(): void {
    for (const socket of [...this.pairs].flat()) socket.destroy();
    this.pairs.clear();
  }

  /** Runs `start` once for every moment of it at which the connections can be cut. Returns the number of those moments. */
  async throughEachCut(start: () => Promise<void>): Promise<number> {
    for (let moment = 1; ; moment++) {
      let passed = 0;
      this.isCutDue = () => ++passed === moment;
      await start();
      if (passed < moment) return moment - 1;
    }
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket, server: Socket): void {
    const pair = [client, server] as const;
    this.pairs.add(pair);
    for (const [from, to] of [pair, [server, client] as const]) {
      from.on('data', (chunk) => {
        if (this.isCutDue()) this.cut();
        else if (!to.destroyed && !this.isMute && !this.mute.has(pair)) to.write(chunk);
      });
      from.on('error', () => {});
      from.on('close', () => {
        this.pairs.delete(pair);
        to.destroy();
      });
    }
  }
}
