import { Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { ClosedConnectionError } from './closed-connection-error.js';

const { prepareStackTrace } = Error;
afterEach(() => {
  Error.prepareStackTrace = prepareStackTrace;
});

it('the end of a socket computes the stack of a usual error, but none of this one', async () => {
  const computed: string[] = [];
  Error.prepareStackTrace = ({ message }) => {
    computed.push(message);
    return message;
  };

  for (const error of [new Error('usual'), new ClosedConnectionError('closed')]) {
    const socket = new Socket().on('error', () => {});
    socket.destroy(error);
    await new Promise((resolve) => socket.once('close', resolve));
  }

  expect(computed).toContain('usual');
  expect(computed).not.toContain('closed');
});
