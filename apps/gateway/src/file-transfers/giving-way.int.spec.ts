import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getAttachments, OpenFile } from '@chat/contracts';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { TestGateway } from '../testing/test-gateway.js';
import { UserUploadsModule } from '../user-uploads/user-uploads.controller.js';
import { BYTES_PER_TURN, CALM_MS, GIVE_WAY_MS } from './transfer-turns.js';

const TURNS = 16;
const FILE = Buffer.alloc(TURNS * BYTES_PER_TURN);

let listener: Server;
let gateway: TestGateway;
/** Ends the call for the list of files. */
let endSlowCall: () => void;
/** Ends the call for the file `slow`. */
let endSlowOpening: () => void;

beforeAll(async () => {
  listener = createServer((_, response) => response.end(FILE)).listen(0, '127.0.0.1');
  const slowCall = new Promise<void>((resolve) => {
    endSlowCall = resolve;
  });
  const slowOpening = new Promise<void>((resolve) => {
    endSlowOpening = resolve;
  });
  gateway = await TestGateway.start({
    features: [UserUploadsModule],
    endpoints: [getAttachments],
    services: {
      files: {
        [getAttachments.pattern]: async () => {
          await slowCall;
          return { attachments: [], uploadSpaceUsed: 0 };
        },
        [OpenFile.pattern]: async ({ pathId }: OpenFile) => {
          if (pathId.endsWith('slow')) await slowOpening;
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

it('a transfer pauses between its turns while a call that moves no file is in flight, and shortly after it', async () => {
  const ana = gateway.users.add();
  const read = (name: string) => gateway.request('GET', `/user_uploads/1/ab/random/${name}`, { prefix: '', as: ana });
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const pausesOfTransfer = async (): Promise<number> => {
    timers.mockClear();
    await read('file');
    return timers.mock.calls.filter(([, ms]) => ms === GIVE_WAY_MS).length;
  };
  const slowTransfer = read('slow');
  expect(await pausesOfTransfer()).toBeLessThan(TURNS / 2);
  const listing = gateway.request('GET', '/attachments', { as: ana });

  expect(await pausesOfTransfer()).toBeGreaterThan(TURNS / 2);
  endSlowCall();
  expect((await listing).status).toBe(200);
  expect(await pausesOfTransfer()).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 2 * CALM_MS));
  expect(await pausesOfTransfer()).toBe(0);
  endSlowOpening();
  await slowTransfer;
  timers.mockRestore();
});
