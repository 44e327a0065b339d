import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { beginFlow, endFlow, type FlowFields, readFlow } from './sign-in-flow.js';

const FIELDS: FlowFields = { next: '/x?y=1', mobileFlowOtp: 'ab'.repeat(32), multiuseObjectKey: 'key', isSignup: true };
const sent = (cookie: string, isSecure = false) => ({
  headers: { cookie: `csrftoken=x; ${cookie.split(';')[0]}; other=y` },
  isSecure,
});

describe('the flow of a sign-in', () => {
  it.each([
    [false, /^sign-in-flow=[\w-]+; Path=\/; Max-Age=3600; SameSite=Lax; HttpOnly$/],
    [true, /^__Host-sign-in-flow=[\w-]+; Path=\/; Max-Age=3600; SameSite=Lax; Secure; HttpOnly$/],
  ])('comes back from its cookie (HTTPS: %s)', (isSecure, form) => {
    const { flow, cookie } = beginFlow(FIELDS, isSecure);

    expect(cookie).toMatch(form);
    expect(readFlow(sent(cookie, isSecure))).toEqual(flow);
    expect(flow).toMatchObject(FIELDS);
    expect(readFlow(sent(cookie, !isSecure))).toBeUndefined();
  });

  it('has a secret of its own', () => {
    const [one, other] = [beginFlow(FIELDS, false).flow, beginFlow(FIELDS, false).flow];

    expect(one.secret).toMatch(/^[\w-]{43}$/);
    expect(one.secret).not.toBe(other.secret);
  });

  it('loses a destination that is too long for a cookie, not the key of the app', () => {
    const { cookie } = beginFlow({ ...FIELDS, next: `/${'x'.repeat(10_000)}` }, false);

    expect(cookie.length).toBeLessThan(4_096);
    expect(readFlow(sent(cookie))).toMatchObject({ next: '', mobileFlowOtp: FIELDS.mobileFlowOtp });
  });

  it('is forgotten at its end', () => {
    expect(endFlow(sent(beginFlow(FIELDS, false).cookie))).toEqual([
      expect.stringMatching(/^sign-in-flow=; .*Max-Age=0/),
    ]);
    expect(endFlow({ headers: {}, isSecure: false })).toEqual([]);
  });

  it('does not come from a cookie of another form', () => {
    const values = fc
      .oneof(fc.string({ unit: 'binary' }), fc.json())
      .map((text) => Buffer.from(text).toString('base64url'));
    fc.assert(
      fc.property(values, (value) => {
        const flow = readFlow(sent(`sign-in-flow=${value}`));
        expect(flow === undefined || typeof flow.secret === 'string').toBe(true);
      }),
    );
  });
});
