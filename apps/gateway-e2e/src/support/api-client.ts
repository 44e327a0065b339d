import { Agent, request } from 'node:http';
import type { HttpResponse, Transport } from '@chat/chat-client';

/** The client that every test of the whole system speaks through. */
export {
  ApiClient,
  type ApiClientOptions,
  type ApiParameters,
  type ApiResponse,
  UnexpectedResponse,
} from '@chat/chat-client';

/** Longer than every deadline of the service but the long poll's. */
const RESPONSE_TIMEOUT_MS = 120_000;
const MAX_CONNECTIONS = 64;

/** Sends requests over connections of its own, with any `host` header. */
export function nodeTransport(): Transport {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  return {
    send: ({ url, method, headers, body, signal }) =>
      new Promise<HttpResponse>((resolve, reject) => {
        // Node sends the body of a DELETE without its length.
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        const outgoing = request(
          url,
          { method, agent, signal, timeout: RESPONSE_TIMEOUT_MS, headers: { ...headers, ...length } },
          (incoming) => {
            const chunks: Buffer[] = [];
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
            incoming.on('error', reject);
            incoming.on('end', () =>
              resolve({
                status: incoming.statusCode ?? 0,
                headers: incoming.headers,
                text: Buffer.concat(chunks).toString(),
              }),
            );
          },
        );
        outgoing.on('timeout', () =>
          outgoing.destroy(new Error(`${method} ${url}: no response within ${RESPONSE_TIMEOUT_MS} ms`)),
        );
        outgoing.on('error', reject);
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}
