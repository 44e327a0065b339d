import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const QUESTION = 'question ';
const ANSWER = 'mark ';

/** The server of an outgoing webhook bot, in this process. Its reply is the marked text of the question. */
export class AnsweringBot {
  /** Times from the first byte of a request to the end of the response. */
  readonly ownMs: number[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<AnsweringBot> {
    const server = createServer();
    const bot = new AnsweringBot(server);
    server.on('request', (request, response) => void bot.answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return bot;
  }

  /** A marked text that does not count as arrived before the bot has repeated it. */
  static question(marked: string): string {
    return marked.replace(ANSWER, QUESTION);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const { data } = JSON.parse(await text(request));
    const content = data.slice(data.indexOf(QUESTION)).replace(QUESTION, ANSWER);
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ content }));
    this.ownMs.push(performance.now() - startedAt);
  }
}
