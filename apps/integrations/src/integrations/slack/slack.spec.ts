import { expect, it } from '@jest/globals';
import { verify } from '../../testing/signature-suite.js';
import slack from './slack.integration.js';

it.each([
  ['the token', 'token=Xk29&text=Hello', true],
  ['another token', 'token=Xk30&text=Hello', false],
  ['no token', 'text=Hello', false],
])('checks the token: a form with %s', async (_case, body, isVerified) => {
  expect(await verify(slack, { body }, 'Xk29', 0)).toBe(isVerified);
});
