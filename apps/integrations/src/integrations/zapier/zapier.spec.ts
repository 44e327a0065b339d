import { expect, it } from '@jest/globals';
import zapier from './zapier.integration.js';

const request = (body: unknown) => ({
  body,
  header: () => undefined,
  parameter: () => undefined,
  hasOwnTopic: false,
});

it('asks for the caller while Zapier tests the connection, and not for a message', () => {
  expect(zapier.asksForCaller(request({ type: 'auth' }))).toBe(true);
  expect(zapier.asksForCaller(request({ topic: 'a', content: 'b' }))).toBe(false);
});
