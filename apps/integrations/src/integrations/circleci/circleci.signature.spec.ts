import { createHmac } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { testSignatures, verify } from '../../testing/signature-suite.js';
import circleci from './circleci.integration.js';

testSignatures(circleci, {
  sign: (body, secret) => ({
    body,
    headers: { 'circleci-signature': `v1=${createHmac('sha256', secret).update(body).digest('hex')},v2=later` },
  }),
});

/** Examples of CircleCI's documentation: body, secret and signature. */
it.each([
  ['hello world', 'secret', '734cc62f32841568f45715aeb9f4d7891324e6d948e4c6c60c0621cdac48623a'],
  ['lalala', 'another-secret', 'daa220016c8f29a8b214fbfc3671aeec2145cfb1e6790184ffb38b6d0425fa00'],
  ['an-important-request-payload', 'hunter123', '9be2242094a9a8c00c64306f382a7f9d691de910b4a266f67bd314ef18ac49fa'],
])('verifies the published vector for %s', async (body, secret, digest) => {
  expect(await verify(circleci, { body, headers: { 'circleci-signature': `v1=${digest}` } }, secret, 0)).toBe(true);
});
