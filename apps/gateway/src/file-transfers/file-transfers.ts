import { once } from 'node:events';
import {
  Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { pipeline as pipe, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError, type ApiErrorData, type FileTransfer, serviceUnavailable } from '@chat/contracts';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { TransferPace } from '../http/transfer-pace.js';
import { TransferTurns } from './transfer-turns.js';

/** An idle connection to the files service is closed after this time, before the service closes it. */
const IDLE_CONNECTION_MS = 20_000;
const MAX_IDLE_CONNECTIONS = 64;
/** The files service may be silent for this long, for example while it makes bytes durable. */
const MAX_SILENCE_MS = 60_000;
/** Bytes of a response with JSON. */
const MAX_JSON_BYTES = 64 * 1024;

/** A response with the bytes of a file. */
export interface OpenedFile {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Ends a too slow reader by itself. */
  readonly bytes: Readable;
}

/** Of the body; the file is at most MULTIPART_SLACK_BYTES smaller. Null if the client sends the body in chunks. */
export const declaredLength = ({ 'content-length': length }: IncomingHttpHeaders): number | null =>
  length === undefined ? null : Number(length);

/** Moves bytes to and from the internal listener of the files service. Its errors are `ApiError`s. */
@Injectable()
export class FileTransfers implements OnModuleDestroy {
  private readonly agent = new Agent({
    keepAlive: true,
    maxFreeSockets: MAX_IDLE_CONNECTIONS,
    timeout: IDLE_CONNECTION_MS,
    scheduling: 'lifo',
  });

  constructor(private readonly turns: TransferTurns) {}

  onModuleDestroy(): void {
    this.agent.destroy();
  }

  /** Sends the bytes and returns the JSON response. If the bytes fail, the service gets no end, and their error is thrown. */
  async put<Reply>(transfer: FileTransfer, bytes: Readable): Promise<Reply> {
    const request = this.begin('PUT', transfer, {});
    const responding = responseOf(request);
    const sending = pipeline(bytes, this.turns.stream(), request);
    try {
      // The service may refuse a file before its end.
      const response = await Promise.race([responding, sending.then(() => responding)]);
      const json = await readJson(response);
      if (response.statusCode !== 200) throw ApiError.fromData(json as ApiErrorData);
      return json as Reply;
    } catch (error) {
      throw bytes.errored instanceof ApiError ? bytes.errored : knownError(error);
    } finally {
      // Nothing more is sent or read. After a complete transfer, this leaves the connection alone.
      sending.catch(() => {});
      responding.catch(() => {});
      if (!request.writableFinished) request.destroy();
    }
  }

  async open(verb: 'GET' | 'HEAD', transfer: FileTransfer, headers: OutgoingHttpHeaders): Promise<OpenedFile> {
    const request = this.begin(verb, transfer, headers);
    request.end();
    const response = await responseOf(request).catch((error: unknown) => {
      throw knownError(error);
    });
    const { statusCode: status = 500 } = response;
    if (status >= 400 && status !== 416) throw ApiError.fromData((await readJson(response)) as ApiErrorData);
    const { socket } = response;
    const pace = new TransferPace(
      () => socket.bytesRead,
      () => response.destroy(),
    );
    // A failure of one destroys the other.
    const bytes = pipe(response, this.turns.stream(), () => pace.stop());
    return { status, headers: response.headers, bytes };
  }

  private begin(method: string, { address, path, grant }: FileTransfer, headers: OutgoingHttpHeaders): ClientRequest {
    const authorization = `Bearer ${grant}`;
    const options = { method, agent: this.agent, headers: { ...headers, authorization } };
    const request = httpRequest(address + path, options);
    request.setTimeout(MAX_SILENCE_MS, () => request.destroy());
    return request;
  }
}

async function responseOf(request: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

async function readJson(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_JSON_BYTES) throw new Error('The files service sent a response that is no JSON.');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** A broken connection says nothing about the work at its other end. */
const knownError = (error: unknown): unknown =>
  error instanceof ApiError || error instanceof SyntaxError ? error : serviceUnavailable('files');
