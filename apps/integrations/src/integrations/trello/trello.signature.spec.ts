import { createHmac } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { testSignatures, verify } from '../../testing/signature-suite.js';
import trello from './trello.integration.js';

const url = 'https://chat.example.com/api/v1/external/trello?api_key=key&stream=boards';

function sign(body: string, secret: string) {
  const signature = createHmac('sha1', secret)
    .update(body + url)
    .digest('base64');
  return { body, url, headers: { 'X-Trello-Webhook': signature } };
}

testSignatures(trello, { sign });

it('a signature for another address is refused', async () => {
  const signed = { ...sign('{}', 'secret'), url: `${url}&topic=other` };
  expect(await verify(trello, signed, 'secret', 0)).toBe(false);
});
