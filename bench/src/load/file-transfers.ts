import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { ApiUser } from './api-user.js';
import { sleep } from './closed-loop.js';

/** A request that sends or receives a file. */
export interface Transfer {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: readonly Buffer[];
}

/** Transfers of one client at a time. Rejects unless the status is 200. Resolves with the text of small responses, else with ''. */
export class TransferClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly port: number) {}

  async run({ method, path, headers = {}, body = [] }: Transfer): Promise<string> {
    const length = body.reduce((sum, part) => sum + part.length, 0);
    const options = { method, path, agent: this.agent, host: '127.0.0.1', port: this.port };
    const sent = request({
      ...options,
      headers: { ...headers, ...(method !== 'GET' && { 'Content-Length': length }) },
    });
    const answered = answerTo(sent);
    for (const part of body) sent.write(part);
    sent.end();
    const { status, text } = await answered;
    if (status !== 200) throw new Error(`${method} ${path} was answered ${status}: ${text}`);
    return text;
  }

  close(): void {
    this.agent.destroy();
  }
}

const BOUNDARY = 'bench-boundary';
const MAX_TEXT = 10_000;

function answerTo(sent: ClientRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response: IncomingMessage) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        if (text.length < MAX_TEXT && chunk.length < MAX_TEXT) text += chunk.toString();
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
}

/** Clients that repeat a transfer for a time. Resolves with the finished transfers per second. */
export async function transfersPerSecond(
  port: number,
  clients: number,
  durationMs: number,
  transfer: (client: number) => Transfer,
): Promise<number> {
  let finished = 0;
  let isOver = false;
  const beganAt = performance.now();
  const run = async (index: number) => {
    const client = new TransferClient(port);
    while (!isOver) {
      await client.run(transfer(index));
      finished++;
    }
    client.close();
  };
  const running = Promise.all(Array.from({ length: clients }, (_, index) => run(index)));
  await Promise.race([sleep(durationMs), running]);
  isOver = true;
  await running;
  return (finished * 1000) / (performance.now() - beganAt);
}

/** A multipart body: its head, the file, its end. */
export function uploadOf(
  user: ApiUser,
  file: Buffer,
  { name = 'bench.bin', type = 'application/octet-stream' } = {},
): Transfer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    method: 'POST',
    path: '/api/v1/user_uploads',
    headers: { ...user.credentials, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: [Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)],
  };
}

export const downloadOf = (user: ApiUser, path: string): Transfer => ({
  method: 'GET',
  path,
  headers: user.credentials,
});

/** The path of the stored file. */
export async function upload(
  port: number,
  user: ApiUser,
  file: Buffer,
  part?: { name: string; type: string },
): Promise<string> {
  const client = new TransferClient(port);
  const { url } = JSON.parse(await client.run(uploadOf(user, file, part))) as { url: string };
  client.close();
  return url;
}
