import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { ProxiedConnection } from './proxied-connection.js';

/**
 * A proxy between processes and a server. It cuts, resets, delays, holds or silences their connections. The amount of transferred data
 * can define the moment of a cut, so that the speed of the machine does not matter.
 */
export class CuttableProxy {
  /** Called before data is passed on, in either direction; true drops the data and cuts every connection. */
  isCutDue: () => boolean = () => false;
  /** Called when a new connection has reached the server. */
  onConnected: () => void = () => {};
  /** While true, data is dropped and connections stay open, as with a server that hangs. */
  isMute = false;
  /** Time that data takes in each direction. */
  delayMs = 0;
  private areRepliesHeld = false;
  private areRequestsHeld = false;
  /** The server of new connections. */
  target: URL;
  private readonly connections = new Set<ProxiedConnection>();

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
    server.on('connection', (client) => {
      const { port, hostname } = proxy.target;
      const toServer = connect(Number(port), hostname, () => proxy.onConnected());
      const connection = new ProxiedConnection(client, toServer, proxy);
      proxy.connections.add(connection);
      connection.onClosed = () => proxy.connections.delete(connection);
    });
    return proxy;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Connections that were made and are not cut. */
  get openConnections(): number {
    return this.connections.size;
  }

  get isHoldingReplies(): boolean {
    return this.areRepliesHeld;
  }

  get isHoldingRequests(): boolean {
    return this.areRequestsHeld;
  }

  /** Breaks every connection; new ones are made as before. */
  cut(): void {
    for (const connection of this.connections) connection.destroy();
    this.connections.clear();
  }

  /** Breaks every connection by a reset (RST); new ones are made as before. */
  reset(): void {
    for (const connection of this.connections) connection.reset();
    this.connections.clear();
  }

  /** From now on nothing passes on the present connections, not even their end, as when the peer is gone. New ones are made as before. */
  silence(): void {
    for (const connection of this.connections) connection.silence();
    this.connections.clear();
  }

  /** From now on data from the server waits in the proxy; data to the server passes. A cut drops the waiting data. */
  holdReplies(): void {
    this.areRepliesHeld = true;
  }

  /** Passes the waiting data on. */
  releaseReplies(): void {
    this.areRepliesHeld = false;
    for (const connection of this.connections) connection.releaseReplies();
  }

  /** From now on data to the server waits in the proxy; data from the server passes. Data of a client that has gone is dropped. */
  holdRequests(): void {
    this.areRequestsHeld = true;
  }

  /** Passes the waiting data to the server. */
  releaseRequests(): void {
    this.areRequestsHeld = false;
    for (const connection of this.connections) connection.releaseRequests();
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
}
