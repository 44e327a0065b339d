import { closedLoop } from '../load/closed-loop.js';
import { HttpConnection } from '../load/http-connection.js';
import { median } from '../stats/percentiles.js';
import type { Figure } from './figure.js';

const ROUNDS = 100;
const CONNECTIONS = 16;
const DURATION_MS = 3_000;

/** Pages of 100 messages out of one stream's history. */
export const getMessages: Figure = {
  name: 'get-messages',
  async measure({ stage: shared }) {
    const stage = await shared();
    const organization = await stage.warmCrowd();
    const streamId = organization.streamId('ten');
    const requests = organization.users.slice(0, CONNECTIONS).map((user) =>
      user.get('/messages', {
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        narrow: JSON.stringify([{ operator: 'stream', operand: streamId }]),
      }),
    );
    const connection = new HttpConnection(stage.port);
    const times: number[] = [];
    let size = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now();
      const { status, body } = await connection.exchange(requests[round % CONNECTIONS] as Buffer);
      if (status !== 200) throw new Error(`GET /messages was answered ${status}: ${body}`);
      times.push(performance.now() - startedAt);
      size = JSON.parse(body.toString()).messages.length;
    }
    connection.close();
    const { perSecond, failed } = await closedLoop({
      port: stage.port,
      connections: CONNECTIONS,
      warmUpMs: 500,
      durationMs: DURATION_MS,
      next: (index) => requests[index] as Buffer,
    });
    return {
      measurements: [
        {
          what: 'GET /messages, 100 messages of a stream (median)',
          value: median(times.slice(ROUNDS / 2)),
          unit: 'ms',
          goal: { atMost: 4 },
          peer: '11',
        },
        {
          what: 'GET /messages, 100 messages of a stream, 16 readers',
          value: perSecond,
          unit: 'pages/s',
          goal: { atLeast: 1_000 },
          peer: '122',
          comparedWith: 'http',
        },
      ],
      details: { failed, messagesInPage: size },
    };
  },
};
