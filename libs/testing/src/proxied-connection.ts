import type { Socket } from 'node:net';

/** Rules of a proxy for its connections, read for each piece of data. */
export interface ProxyRules {
  readonly isCutDue: () => boolean;
  readonly isMute: boolean;
  readonly isHoldingReplies: boolean;
  readonly isHoldingRequests: boolean;
  readonly delayMs: number;
  cut(): void;
}

/** A connection of a client to a proxy, and the connection of the proxy to the server. */
export class ProxiedConnection {
  onClosed: () => void = () => {};
  private readonly heldReplies: Buffer[] = [];
  private readonly heldRequests: Buffer[] = [];
  private isSilent = false;

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly rules: ProxyRules,
  ) {
    client.on('data', (chunk) => {
      if (rules.isHoldingRequests) this.heldRequests.push(chunk);
      else this.pass(chunk, server);
    });
    server.on('data', (chunk) => {
      if (rules.isHoldingReplies) this.heldReplies.push(chunk);
      else this.pass(chunk, client);
    });
    for (const socket of [client, server]) socket.on('error', () => {});
    client.on('close', () => this.destroy());
    server.on('close', () => {
      // The client of a silent connection learns nothing about its server.
      if (!this.isSilent) this.destroy();
    });
  }

  destroy(): void {
    this.onClosed();
    this.client.destroy();
    this.server.destroy();
  }

  reset(): void {
    this.onClosed();
    this.client.resetAndDestroy();
    this.server.resetAndDestroy();
  }

  /** Nothing passes any more. The connection ends when the client ends it. */
  silence(): void {
    this.isSilent = true;
  }

  releaseReplies(): void {
    for (const chunk of this.heldReplies.splice(0)) this.pass(chunk, this.client);
  }

  releaseRequests(): void {
    for (const chunk of this.heldRequests.splice(0)) this.pass(chunk, this.server);
  }

  private pass(chunk: Buffer, to: Socket): void {
    const { rules } = this;
    if (rules.isCutDue()) rules.cut();
    else if (rules.delayMs > 0) setTimeout(() => this.write(chunk, to), rules.delayMs);
    else this.write(chunk, to);
  }

  private write(chunk: Buffer, to: Socket): void {
    if (!to.destroyed && !this.rules.isMute && !this.isSilent) to.write(chunk);
  }
}
