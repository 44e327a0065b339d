import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenFile } from '@chat/contracts';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { TestGateway } from '../testing/test-gateway.js';
import { UserUploadsModule } from '../user-uploads/user-uploads.controller.js';
import { BYTES_PER_TURN, GIVE_WAY_MS } from './transfer-turns.js';

const TURNS = 16;
const FILE = Buffer.alloc(TURNS * BYTES_PER_TURN);

let listener: Server;
let gateway: TestGateway;
/** Ends the call for the file `slow`. */
let endSlowCall: () => void;

beforeAll(async () => {
  listener = createServer((_, response) => response.end(FILE)).listen(0, '127.0.0.1');
  const slowCall = new Promise<void>((resolve) => {
    endSlowCall = resolve;
  });
  gateway = await TestGateway.start({
    features: [UserUploadsModule],
    services: {
      files: {
        [OpenFile.pattern]: async ({ pathId }: OpenFile) => {
          if (pathId.endsWith('slow')) await slowCall;
          const { port } = listener.address() as AddressInfo;
          return { address: `http://127.0.0.1:${port}`, path: '/transfers/1', grant: 'the-grant' };
        },
      },
    },
  });
});
afterAll(async () => {
  await gateway.close();
  listener.closeAllConnections();
  listener.close();
});

it('a transfer pauses between its turns while another call is in flight', async () => {
  const ana = gateway.users.add();
  const read = (name: string) => gateway.request('GET', `/user_uploads/1/ab/random/${name}`, { prefix: '', as: ana });
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const pausesOfTransfer = async (): Promise<number> => {
    timers.mockClear();
    await read('file');
    return timers.mock.calls.filter(([, ms]) => ms === GIVE_WAY_MS).length;
  };
  const slow = read('slow');

  expect(await pausesOfTransfer()).toBeGreaterThan(TURNS / 2);
  endSlowCall();
  await slow;
  expect(await pausesOfTransfer()).toBeLessThan(TURNS / 2);
  timers.mockRestore();
});
