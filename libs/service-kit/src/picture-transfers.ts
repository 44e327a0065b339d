import { randomUUID } from 'node:crypto';
import {
  ApiError,
  type ApiErrorData,
  BeginImage,
  BeginImageMove,
  type FieldsOf,
  type FileTransfer,
  OpenImage,
  serviceUnavailable,
  type UploadedImage,
} from '@chat/contracts';
import { RedisTransportClient } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';

/** Pictures have kilobytes, and the files service is near. */
const TIMEOUT_MS = 5_000;
/** An upload includes the time of the decoder. */
const UPLOAD_TIMEOUT_MS = 12_000;

/**
 * Small pictures in the storage of the files service, for services that release 0.1.0 made keep pictures in their own tables. To be named
 * in the providers of a module that needs it.
 */
@Injectable()
export class PictureTransfers {
  constructor(private readonly client: RedisTransportClient) {}

  /** Makes an image of an uploaded file. Errors: those of {@link BeginImage}. */
  async upload(fields: Omit<FieldsOf<BeginImage>, 'maxBytes'>, file: Buffer): Promise<UploadedImage> {
    const request = { ...fields, maxBytes: file.length };
    const transfer = await this.client.request(BeginImage, request, contextOf(fields.realmId));
    const response = await send(transfer, { method: 'PUT', body: file, timeoutMs: UPLOAD_TIMEOUT_MS });
    return (await response.json()) as UploadedImage;
  }

  /** Resolves when the picture is durable. Repeatable. */
  async store(fields: FieldsOf<BeginImageMove>, picture: Buffer): Promise<void> {
    const transfer = await this.client.request(BeginImageMove, fields, contextOf(fields.realmId));
    const response = await send(transfer, { method: 'PUT', body: picture });
    await response.arrayBuffer();
  }

  /** Undefined if there is none. */
  async find(fields: FieldsOf<OpenImage>): Promise<Buffer | undefined> {
    try {
      const transfer = await this.client.request(OpenImage, fields, contextOf(fields.realmId));
      const response = await send(transfer, { method: 'GET' });
      return Buffer.from(await response.arrayBuffer());
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }
}

const contextOf = (realmId: number) => ({ realmId, requestId: randomUUID() });

interface Sent {
  readonly method: 'GET' | 'PUT';
  readonly body?: Buffer;
  readonly timeoutMs?: number;
}

async function send(transfer: FileTransfer, { method, body, timeoutMs = TIMEOUT_MS }: Sent): Promise<Response> {
  const { address, path, grant } = transfer;
  const request = { method, headers: { authorization: `Bearer ${grant}` }, signal: AbortSignal.timeout(timeoutMs) };
  const sent = fetch(address + path, { ...request, ...(body && { body: new Uint8Array(body) }) });
  const response = await sent.catch((error: unknown) => {
    const unavailable = serviceUnavailable('files');
    unavailable.cause = error;
    throw unavailable;
  });
  if (!response.ok) throw ApiError.fromData((await response.json()) as ApiErrorData);
  return response;
}
