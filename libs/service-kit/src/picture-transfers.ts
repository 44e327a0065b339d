import { randomUUID } from 'node:crypto';
import {
  ApiError,
  type ApiErrorData,
  BeginImageMove,
  type FieldsOf,
  type FileTransfer,
  OpenImage,
  serviceUnavailable,
} from '@chat/contracts';
import { RedisTransportClient } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';

/** Pictures have kilobytes, and the files service is near. */
const TIMEOUT_MS = 5_000;

/**
 * Small pictures in the storage of the files service, for services that release 0.1.0 made keep pictures in their own tables. To be named
 * in the providers of a module that needs it.
 */
@Injectable()
export class PictureTransfers {
  constructor(private readonly client: RedisTransportClient) {}

  /** Resolves when the picture is durable. Repeatable. */
  async store(fields: FieldsOf<BeginImageMove>, picture: Buffer): Promise<void> {
    const transfer = await this.client.request(BeginImageMove, fields, contextOf(fields.realmId));
    const response = await send('PUT', transfer, picture);
    if (!response.ok) throw await errorOf(response);
    await response.arrayBuffer();
  }

  /** Undefined if there is none. */
  async find(fields: FieldsOf<OpenImage>): Promise<Buffer | undefined> {
    try {
      const transfer = await this.client.request(OpenImage, fields, contextOf(fields.realmId));
      const response = await send('GET', transfer);
      if (!response.ok) throw await errorOf(response);
      return Buffer.from(await response.arrayBuffer());
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }
}

const contextOf = (realmId: number) => ({ realmId, requestId: randomUUID() });

async function send(method: string, { address, path, grant }: FileTransfer, body?: Buffer): Promise<Response> {
  const request = { method, headers: { authorization: `Bearer ${grant}` }, signal: AbortSignal.timeout(TIMEOUT_MS) };
  try {
    return await fetch(address + path, { ...request, ...(body && { body: new Uint8Array(body) }) });
  } catch (error) {
    const unavailable = serviceUnavailable('files');
    unavailable.cause = error;
    throw unavailable;
  }
}

const errorOf = async (response: Response): Promise<ApiError> =>
  ApiError.fromData((await response.json()) as ApiErrorData);
