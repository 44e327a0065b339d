import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestUser } from './organization.js';

export interface TusCaller extends Pick<TestUser, 'email' | 'apiKey'> {
  /** Headers of a session; else the key of the user is sent. */
  readonly session?: Readonly<Record<string, string>>;
}

export interface TusResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Where a caller sends requests of tus. */
export interface TusAddress {
  readonly gateway: string;
  readonly host: string;
  readonly caller: TusCaller;
}

export const BYTES = { 'content-type': 'application/offset+octet-stream' };

export function tusRequest(
  address: TusAddress,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body: Buffer | string = '',
): Promise<TusResponse> {
  const outgoing = beginTusRequest(address, method, path, { ...headers, 'content-length': `${body.length}` });
  return new Promise((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const { statusCode: status = 0, headers: received } = response;
      text(response).then((content) => resolve({ status, headers: received, text: content }), reject);
    });
    outgoing.end(body);
  });
}

/** Begins a request of tus, on a connection of its own. */
export function beginTusRequest(
  { gateway, host, caller }: TusAddress,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): ClientRequest {
  const { email, apiKey, session } = caller;
  const credentials = session ?? {
    authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
  };
  const sent = { host, ...credentials, 'tus-resumable': '1.0.0', ...headers };
  return request(`${gateway}/api/v1/tus${path}`, { method, headers: sent, agent: false });
}

export async function createUpload(address: TusAddress, length: number, fileName = 'notes.txt'): Promise<string> {
  const metadata = `filename ${Buffer.from(fileName).toString('base64')}`;
  const headers = { 'upload-length': `${length}`, 'upload-metadata': metadata };
  const { status, headers: received, text: body } = await tusRequest(address, 'POST', '/', headers);
  const { location } = received;
  if (status !== 201 || location === undefined) throw new Error(`POST /tus answered ${status}: ${body}`);
  return location.slice(location.lastIndexOf('/') + 1);
}
