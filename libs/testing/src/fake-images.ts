import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ApiError, BeginImage, BeginImageMove, type FieldsOf, OpenImage } from '@chat/contracts';
import type { FakeHandlers } from './fake-service.js';

/** Token of every uploaded image. */
export const NEW_TOKEN = '0123456789abcdef'.repeat(2);

/** The pictures of the files service, in memory. To be played as `files`. */
export class FakeImages {
  /** By realm, purpose, token and object. */
  readonly stored = new Map<string, Buffer>();
  /** Pictures that are accepted before the service fails. */
  acceptsUntilFailure = Number.POSITIVE_INFINITY;
  /** The response to each further upload. */
  refusal: ApiError | undefined;
  private readonly server: Server = createServer((request, response) => {
    this.respond(request, response).catch(() => response.destroy());
  });

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  get handlers(): FakeHandlers {
    const transferOf = ({ realmId, purpose, token, object }: FieldsOf<OpenImage>) => ({
      address: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`,
      path: `/${realmId}/${purpose}/${token}/${object}`,
      grant: 'grant',
    });
    const newImage = ({ realmId, purpose }: BeginImage) =>
      transferOf({ realmId, purpose, token: NEW_TOKEN, object: 'image.png' });
    return {
      [BeginImage.pattern]: newImage,
      [OpenImage.pattern]: transferOf,
      [BeginImageMove.pattern]: transferOf,
    };
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '' } = request;
    const key = url.slice(1);
    if (method === 'PUT') {
      if (this.acceptsUntilFailure-- <= 0) {
        response.destroy();
        return;
      }
      const bytes = await buffer(request);
      if (this.refusal !== undefined) {
        response.statusCode = this.refusal.status;
        response.end(JSON.stringify(this.refusal.toData()));
        return;
      }
      this.stored.set(key, bytes);
      response.end(JSON.stringify({ token: NEW_TOKEN, isAnimated: false }));
      return;
    }
    const found = this.stored.get(key);
    if (found === undefined) response.statusCode = 404;
    response.setHeader('content-type', 'image/png');
    response.end(found ?? JSON.stringify({ status: 404, code: 'BAD_REQUEST', msg: 'No such endpoint', fields: {} }));
  }
}
