import { describe, expect, it } from '@jest/globals';
import { ApiClient, NoResponse } from './api-client.js';
import type { HttpRequest, Transport } from './transport.js';

function recorder(): { sent: HttpRequest[]; transport: Transport } {
  const sent: HttpRequest[] = [];
  const transport: Transport = {
    send: async (request) => {
      sent.push(request);
      return { status: 200, headers: {}, text: '{"result":"success"}' };
    },
  };
  return { sent, transport };
}

describe('ApiClient', () => {
  it('calls /api/v1 with the API key', async () => {
    const { sent, transport } = recorder();
    const api = new ApiClient('https://chat.example.com', { email: 'ana@x.org', apiKey: 'k', transport });

    await api.post('/drafts', { drafts: [], note: 'a b' });

    expect(sent).toMatchObject([
      {
        method: 'POST',
        url: 'https://chat.example.com/api/v1/drafts',
        headers: { authorization: `Basic ${Buffer.from('ana@x.org:k').toString('base64')}` },
        body: 'drafts=%5B%5D&note=a+b',
      },
    ]);
  });

  it('calls /json with the present CSRF token of the session, and without a key', async () => {
    const { sent, transport } = recorder();
    let token = 'first';
    const api = new ApiClient('', { session: { csrfToken: () => token }, transport });

    await api.get('/users/me');
    token = 'second';
    await api.get('/messages', { anchor: 'newest' });

    expect(sent.map(({ url, headers }) => [url, headers])).toEqual([
      ['/json/users/me', { 'x-csrftoken': 'first' }],
      ['/json/messages?anchor=newest', { 'x-csrftoken': 'second' }],
    ]);
  });

  it('tells a call without a response from a refused one', async () => {
    const cause = new TypeError('Failed to fetch');
    const transport = { send: () => Promise.reject(cause) };

    const call = new ApiClient('', { transport }).get('/users/me');

    await expect(call).rejects.toBeInstanceOf(NoResponse);
    await expect(call).rejects.toMatchObject({ message: 'GET /users/me: no response (Failed to fetch)', cause });
  });
});
