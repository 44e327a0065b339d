import { ApiClient, type HttpRequest } from '@chat/chat-client';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Destination } from './destination.js';
import { messageNow, presentPlace } from './present-place.js';

const SOUP: Destination = { type: 'stream', streamId: 5, topic: 'soup' };
const STEW: Destination = { type: 'stream', streamId: 6, topic: 'stew' };

describe('the present place of a conversation', () => {
  let requests: string[];
  let responses: { readonly status: number; readonly body: object }[];
  const transport = {
    send: async ({ url }: HttpRequest) => {
      requests.push(decodeURIComponent(url));
      const { status, body } = responses.shift() as (typeof responses)[number];
      return { status, headers: {}, text: JSON.stringify({ result: status === 200 ? 'success' : 'error', ...body }) };
    },
  };
  const api = new ApiClient('', { transport });
  beforeEach(() => {
    [requests, responses] = [[], []];
  });
  const seenIn = (stream_id: number, subject: string) => ({ status: 200, body: { message: { stream_id, subject } } });
  const left = (...messages: object[]) => ({ status: 200, body: { messages } });

  it('is that of the seen message if no message up to it is left', async () => {
    responses = [seenIn(6, 'stew'), left()];

    expect(await presentPlace(api, SOUP, 9)).toEqual(STEW);
    expect(requests[1]).toContain('/messages?anchor=9&num_before=1&num_after=0&narrow=');
    expect(requests[1]).toContain('{"operator":"stream","operand":5},{"operator":"topic","operand":"soup"}');
  });

  it.each([
    ['the message is still there', [seenIn(5, 'Soup')]],
    ['only a part of the topic moved', [seenIn(6, 'stew'), left({ id: 8 })]],
    ['the message is deleted', [{ status: 400, body: { code: 'BAD_REQUEST', msg: 'Invalid message(s)' } }]],
    ['the former stream cannot be read', [seenIn(6, 'stew'), { status: 400, body: { code: 'BAD_NARROW', msg: '' } }]],
  ])('stays if %s', async (_, given) => {
    responses = given;

    expect(await presentPlace(api, SOUP, 9)).toBe(SOUP);
    expect(responses).toEqual([]);
  });

  it('needs no request for people, and for a topic without a seen message', async () => {
    const people: Destination = { type: 'direct', userIds: [7] };

    expect([await presentPlace(api, people, 9), await presentPlace(api, SOUP, undefined)]).toEqual([people, SOUP]);
    expect(requests).toEqual([]);
  });

  it.each([503, 429])('is unknown after a response %s', async (status) => {
    responses = [{ status, body: { msg: 'later' } }];
    await expect(presentPlace(api, SOUP, 9)).rejects.toMatchObject({ response: { status } });
    responses = [seenIn(6, 'stew'), { status, body: { msg: 'later' } }];
    await expect(presentPlace(api, SOUP, 9)).rejects.toMatchObject({ response: { status } });
  });

  it('a message that is gone is not taken for one that the server does not name', async () => {
    responses = [
      { status: 400, body: { code: 'BAD_REQUEST', msg: 'Invalid message(s)' } },
      { status: 502, body: {} },
    ];

    expect(await messageNow(api, 9)).toBeUndefined();
    await expect(messageNow(api, 9)).rejects.toMatchObject({ response: { status: 502 } });
  });
});
