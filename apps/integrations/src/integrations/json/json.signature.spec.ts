import { expect, it } from '@jest/globals';
import { verify } from '../../testing/signature-suite.js';
import json from './json.integration.js';

/** The example of the specification of Standard Webhooks 1.0, and of its libraries. */
const PUBLISHED = {
  body: '{"test": 2432232314}',
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
};

it.each([
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 1_614_265_330_000, true],
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx', 1_614_265_330_000, false],
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 1_614_265_931_000, false],
])('the published vector is verified with %s at %i: %s', async (secret, now, isVerified) => {
  expect(await verify(json, PUBLISHED, secret, now)).toBe(isVerified);
});
