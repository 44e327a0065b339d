import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answering } from '../../demo-bot/word-counter.mjs';

/** The program behind the outgoing webhook bot of the demo organization. */
export interface AnsweringProgram {
  /** Receives the requests to the bot. */
  readonly url: string;
  /** Entry of EGRESS_ALLOW that lets the services reach the program, and nothing else. */
  readonly egressRule: string;
  /** From now on it answers requests with signatures of this secret. */
  answerFor(signingSecret: string): void;
  close(): Promise<void>;
}

/** Path of the program. A bot with another address calls a program of the user. */
const PATH = '/word-counter';

/** True for the address of the program in this or an earlier start; the port changes. */
export const isProgramUrl = (url: string): boolean => /^http:\/\/127\.0\.0\.1:\d+(\/.*)$/.exec(url)?.[1] === PATH;

/**
 * Listens on a free port of the loopback interface until `close`, so that no other program can get a port that EGRESS_ALLOW names.
 */
export async function startAnsweringProgram(): Promise<AnsweringProgram> {
  // The secret is known once the system runs. Until then connections break, which the system tries again.
  let answer = async (request: IncomingMessage, _: ServerResponse): Promise<void> => void request.destroy();
  const server = createServer((request, response) => void answer(request, response));
  server.listen({ host: '127.0.0.1', port: 0, exclusive: true });
  await once(server, 'listening');
  const egressRule = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${egressRule}${PATH}`,
    egressRule,
    answerFor: (signingSecret) => {
      answer = answering(signingSecret);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
