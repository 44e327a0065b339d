import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that the receiver got. */
export interface ReceivedWebhook {
  readonly id: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawBody: string;
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly sequence: number;
    readonly data: Record<string, unknown> & { readonly message?: { readonly id: number; readonly content: string } };
  };
}

type Answer = (received: ReceivedWebhook, response: ServerResponse) => void;

const OK: Answer = (_, response) => response.writeHead(204).end();

/** A server at the address of an event webhook. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  /** The response from now on. */
  answer: Answer = OK;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', async (request, response) => {
      const rawBody = await text(request).catch(() => undefined);
      if (rawBody === undefined) return;
      const { headers } = request;
      const received = { id: String(headers['webhook-id']), headers, rawBody, body: JSON.parse(rawBody) };
      receiver.received.push(received);
      receiver.answer(received, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  answerWith(status: number, headers: Record<string, string> = {}): void {
    this.answer = (_, response) => response.writeHead(status, headers).end();
  }

  answerOk(): void {
    this.answer = OK;
  }

  /** The texts of messages in the order of their arrival. */
  contents(): string[] {
    return this.received.flatMap(({ body }) => body.data.message?.content ?? []);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** Whether one of the signatures is of the secret, by Standard Webhooks. */
export function isSignedBy(secret: string, { headers, rawBody }: ReceivedWebhook): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${rawBody}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}
