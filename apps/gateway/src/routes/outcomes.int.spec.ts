import { serviceUnavailable, VerifyCredentials } from '@chat/contracts';
import { eventually, type FakeHandlers } from '@chat/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Echo, SampleModule } from '../testing/sample.controller.js';
import { TestGateway, type TestGatewayOptions } from '../testing/test-gateway.js';

let gateway: TestGateway;
afterEach(() => gateway.close());

const start = async (options: Partial<TestGatewayOptions> = {}) => {
  gateway = await TestGateway.start({ features: [SampleModule], ...options });
  return gateway.users.add();
};
/** A write that one request to the messaging service, with a deadline of 300 ms, executes. */
const write = (as: ReturnType<TestGateway['users']['add']>) =>
  gateway.request('POST', '/fail', { as, form: { how: 'service' } });

describe('the outcome of a write with status 503', () => {
  it('is not_started if no replica has taken it', async () => {
    const as = await start();

    expect((await write(as)).body).toMatchObject({ code: 'SERVICE_UNAVAILABLE', outcome: 'not_started' });
  });

  it.each<[string, FakeHandlers[string]]>([
    ['works on it until its deadline', () => new Promise((resolve) => setTimeout(resolve, 1_000))],
    [
      'reports a 503 of its own',
      () => {
        throw serviceUnavailable('users');
      },
    ],
  ])('is unknown if a service %s', async (_, handle) => {
    const as = await start({ services: { messaging: { [Echo.pattern]: handle } } });

    expect((await write(as)).body).toMatchObject({ code: 'SERVICE_UNAVAILABLE', outcome: 'unknown' });
  });

  it('is not_started if the credentials cannot be checked; a read has none', async () => {
    const verify = () => {
      throw serviceUnavailable('users');
    };
    const as = await start({ services: { users: { [VerifyCredentials.pattern]: verify } } });

    expect((await write(as)).body).toMatchObject({ code: 'SERVICE_UNAVAILABLE', outcome: 'not_started' });
    const read = await gateway.request('GET', '/users/me', { as });
    expect(read.status).toBe(503);
    expect(read.body).not.toHaveProperty('outcome');
  });

  it('is not_started if the gateway sheds it; a read has none', async () => {
    const callLimits = { maxInFlight: 1, overloadLatencyMs: 500, maxWaiting: 2, maxUploads: 1, maxDownloads: 1 };
    const first = await start({ settings: { callLimits } });
    const [second, third] = [gateway.users.add(), gateway.users.add()];
    let release = () => {};
    gateway.users.beforeReply = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const inFlight = gateway.request('GET', '/users/me', { as: first });
    await eventually(() => gateway.users.lookups > 0);

    const [shedWrite, shedRead] = await Promise.all([
      write(second),
      gateway.request('GET', '/users/me', { as: third }),
    ]);
    release();

    expect([shedWrite.status, shedWrite.body['outcome']]).toEqual([503, 'not_started']);
    expect([shedRead.status, 'outcome' in shedRead.body]).toEqual([503, false]);
    expect((await inFlight).status).toBe(200);
  });
});
