import { describe, expect, it } from '@jest/globals';
import { newSecret, signedHeaders } from './signature.js';

describe('the signature of a request', () => {
  it('is that of the specification', () => {
    // The example of Standard Webhooks 1.0.0.
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const headers = signedHeaders([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}');

    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is one for each secret', () => {
    const secrets = [newSecret(), newSecret()];
    const both = signedHeaders(secrets, 'msg_1_1', 1, '{}')['webhook-signature'].split(' ');

    expect(both).toEqual(secrets.map((secret) => signedHeaders([secret], 'msg_1_1', 1, '{}')['webhook-signature']));
    expect(new Set(both).size).toBe(2);
  });

  it('needs a secret of 32 random bytes', () => {
    const [one, two] = [newSecret(), newSecret()];
    expect(one).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
    expect(one).not.toBe(two);
  });
});
