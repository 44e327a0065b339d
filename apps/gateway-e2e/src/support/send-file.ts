import { request } from 'node:http';
import type { ApiResponse } from './api-client.js';
import type { TestUser } from './organization.js';

/** Sends one file as a form with a part for it, as browsers do. */
export function sendFile(
  baseUrl: string,
  host: string,
  { email, apiKey }: TestUser,
  path: string,
  fileName: string,
  content: Buffer,
  /** Headers of a session. Without them the request has the key of the user. */
  session?: Readonly<Record<string, string>>,
): Promise<Pick<ApiResponse, 'status' | 'body'>> {
  const boundary = 'the-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: image/png\r\n\r\n`;
  const form = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = {
    host,
    ...(session ?? { authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}` }),
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': form.length,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${baseUrl}${session ? '/json' : '/api/v1'}${path}`,
      { method: 'POST', headers, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(form);
  });
}
