import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { setting } from '@chat/configuration';
import { ApiError, type FileTransfer, internalError, notFound } from '@chat/contracts';
import { ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Grants, type TransferVerb } from './grants.js';

export interface Transfer<Payload> {
  /** Payload of the grant. */
  readonly payload: Payload;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Serves a transfer. Before the response has begun it may throw an `ApiError`, which the gateway passes on. */
export type TransferHandler<Payload> = (transfer: Transfer<Payload>) => Promise<void>;

const HEAD_TIMEOUT_MS = 10_000;
/** Time without a byte in either direction. */
const SILENCE_TIMEOUT_MS = 60_000;
/** An idle connection of a gateway waits this long for its next transfer. */
const IDLE_CONNECTION_MS = 60_000;
const MAX_CONNECTIONS = 4_096;
/** A stopping replica accepts connections this long after its last grant: a gateway may be about to use it. */
const GRANT_IN_USE_MS = 1_000;
/** A stopping replica finishes transfers this long. */
const FINISH_MS = 15_000;
const WILDCARD_HOSTS: readonly string[] = ['0.0.0.0', '::'];

const transfersInFlight = new Gauge({
  name: 'chat_file_transfers_in_flight',
  help: 'Transfers of bytes between this replica and gateways.',
  labelNames: ['verb'] as const,
});

/**
 * Internal HTTP listener for bytes. It serves nothing without a grant, which a reply over the transport carries together with the address
 * of this replica. Errors are JSON `{status, code, msg, fields}`.
 */
@Injectable()
export class TransferListener implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly grants = new Grants();
  private readonly handlers: { verb: TransferVerb; prefix: string; handler: TransferHandler<never> }[] = [];
  private readonly server: Server;
  private lastGrantAt = 0;
  private address = '';

  constructor(private readonly resources: ServiceResources) {
    // Uploads are as slow as their clients, so only silence ends them; gateways watch the rate.
    const limits = { headersTimeout: HEAD_TIMEOUT_MS, requestTimeout: 0, keepAliveTimeout: IDLE_CONNECTION_MS };
    this.server = createServer(limits, (request, response) => void this.respond(request, response));
    this.server.maxConnections = MAX_CONNECTIONS;
    this.server.setTimeout(SILENCE_TIMEOUT_MS, (socket) => socket.destroy());
  }

  /** To be called in constructors. `prefix` ends with a slash. */
  serve<Payload extends object>(verb: TransferVerb, prefix: string, handler: TransferHandler<Payload>): void {
    this.handlers.push({ verb, prefix, handler });
  }

  /** Permits one transfer, preferably from or to this replica. */
  grant(verb: TransferVerb, path: string, payload: object): FileTransfer {
    this.lastGrantAt = Date.now();
    return { address: this.address, path, grant: this.grants.issue(verb, path, payload) };
  }

  async onApplicationBootstrap(): Promise<void> {
    const host = setting('FILES_LISTEN_HOST');
    this.server.listen(setting('FILES_LISTEN_PORT'), host);
    await once(this.server, 'listening');
    const ownHost = WILDCARD_HOSTS.includes(host) ? hostname() : host;
    const advertised = setting('FILES_ADVERTISED_HOST') || ownHost;
    const { port } = this.server.address() as AddressInfo;
    this.address = `http://${advertised.includes(':') ? `[${advertised}]` : advertised}:${port}`;
  }

  async onModuleDestroy(): Promise<void> {
    if (!this.server.listening) return;
    await setTimeout(Math.max(0, this.lastGrantAt + GRANT_IN_USE_MS - Date.now()));
    const closed = once(this.server, 'close');
    this.server.close();
    const finished = new AbortController();
    await Promise.race([closed, setTimeout(FINISH_MS, undefined, { signal: finished.signal }).catch(() => {})]);
    finished.abort();
    this.server.closeAllConnections();
    await closed;
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const verb = request.method ?? '';
    transfersInFlight.inc({ verb });
    response.once('close', () => transfersInFlight.dec({ verb }));
    // A broken connection is seen by the handler, which reads the request or writes the response.
    request.on('error', () => {});
    response.on('error', () => {});
    try {
      await this.handle(request, response);
    } catch (error) {
      this.respondWithError(response, error);
    }
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const grant = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const payload = this.grants.open(method, url, grant);
    if (payload === undefined) throw new ApiError('UNAUTHORIZED', 'No valid grant', 401);
    const found = this.handlers.find(({ verb, prefix }) => verb === method && url.startsWith(prefix));
    if (found === undefined) throw notFound();
    await found.handler({ payload: payload as never, request, response });
  }

  private respondWithError(response: ServerResponse, error: unknown): void {
    // The error of a connection that broke is no fault.
    if (!(error instanceof ApiError || response.destroyed)) {
      this.resources.logger.error({ err: error }, 'A transfer of a file failed');
    }
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const data = (error instanceof ApiError ? error : internalError()).toData();
    respondWithJson(response, data, data.status);
  }
}

export function respondWithJson(response: ServerResponse, body: object, status = 200): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
