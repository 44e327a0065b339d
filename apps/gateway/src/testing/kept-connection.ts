import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

interface KeptRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Sends requests one after the other on one connection, as clients do that keep theirs. */
export class KeptConnection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  async statusOf(url: string, { method, headers, body }: KeptRequest): Promise<number> {
    const sent = request(url, { agent: this.agent, method, headers }).end(body);
    const [response] = await once(sent, 'response');
    await text(response);
    return response.statusCode;
  }

  close(): void {
    this.agent.destroy();
  }
}
