import { beforeAll, expect, it } from '@jest/globals';
import { authorizationOf, type TestUser } from '../support/organization.js';
import { type ClientAddress, type ClientsScene, inDesign } from './clients-scene.js';

let address: ClientAddress;
let ana: TestUser;
let ben: TestUser;

/** Requests in the bytes that the client sends. */
export function pythonClient(given: () => ClientsScene): void {
  beforeAll(() => {
    ({ address, ana, ben } = given());
  });

  const userAgent = 'ZulipPython/0.9.0 (Ubuntu; 22.04)';
  const python = (method: string, target: string, form?: Record<string, string>) =>
    address.send(ana, method, target, { userAgent, ...(form && { form }) });

  it('registers with a narrow and polls, with lists as JSON text', async () => {
    const { queue_id, last_event_id } = await python('POST', '/api/v1/register', {
      event_types: '["message"]',
      narrow: '[["stream", "design"]]',
    });
    const { id } = await python('POST', '/api/v1/messages', { ...inDesign, content: 'From a script' });
    const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id) });
    const { events } = await python('GET', `/api/v1/events?${query}`);
    const gone = await python('DELETE', '/api/v1/events', { queue_id });
    const unknown = await python('GET', `/api/v1/events?${query}&dont_block=true`);

    expect(events).toMatchObject([{ type: 'message', message: { id, client: 'ZulipPython' } }]);
    expect(gone).toEqual({ result: 'success', msg: '' });
    expect(unknown).toMatchObject({ result: 'error', code: 'BAD_EVENT_QUEUE_ID' });
    expect(unknown.msg).toMatch(/^Bad event queue ID:/);
  });

  it('repeats path parameters in the form, and sends a form with PATCH and DELETE', async () => {
    const { id } = await python('POST', '/api/v1/messages', {
      type: 'private',
      to: JSON.stringify([ben.email]),
      content: 'Hi',
    });
    const message_id = String(id);
    const edited = await python('PATCH', `/api/v1/messages/${id}`, { message_id, content: 'Hello' });
    const reacted = await python('POST', `/api/v1/messages/${id}/reactions`, { message_id, emoji_name: 'heart' });
    const unreacted = await python('DELETE', `/api/v1/messages/${id}/reactions`, { message_id, emoji_name: 'heart' });
    const removed = await python('DELETE', '/api/v1/users/me/subscriptions', { subscriptions: '["design"]' });
    const again = await python('POST', '/api/v1/users/me/subscriptions', { subscriptions: '[{"name": "design"}]' });

    for (const answer of [edited, reacted, unreacted]) {
      expect(answer).toMatchObject({ result: 'success', ignored_parameters_unsupported: ['message_id'] });
    }
    expect(removed).toMatchObject({ result: 'success', removed: ['design'] });
    expect(again).toMatchObject({ result: 'success', subscribed: { [ana.email]: ['design'] } });
  });

  it('stores the state of bots', async () => {
    const put = await python('PUT', '/api/v1/bot_storage', { storage: JSON.stringify({ count: '{"n": 1}' }) });
    const got = await python('GET', `/api/v1/bot_storage?${new URLSearchParams({ keys: '["count"]' })}`);
    const deleted = await python('DELETE', '/api/v1/bot_storage', { keys: '["count"]' });
    const missing = await python('GET', `/api/v1/bot_storage?${new URLSearchParams({ keys: '["count"]' })}`);

    expect([put.result, deleted.result]).toEqual(['success', 'success']);
    expect(got.storage).toEqual({ count: '{"n": 1}' });
    expect(missing).toMatchObject({ result: 'error', msg: 'Key does not exist.' });
  });

  it.each([
    ['filename="report.txt"', 'report.txt'],
    // Two releases of the HTTP library write this name differently.
    ['filename="отчёт.txt"', 'отчёт.txt'],
    ["filename*=utf-8''%D0%BE%D1%82%D1%87%D1%91%D1%82.txt", 'отчёт.txt'],
  ])('uploads a file with %s, sends its address, and others read it', async (disposition, filename) => {
    const boundary = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
    // The field has the name of the opened file, and the part has no type.
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="/tmp/file.txt"; ${disposition}\r\n\r\n`;
    const authorization = authorizationOf(ana);
    const headers = {
      'user-agent': userAgent,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      authorization,
    };
    const body = `${head}a report\r\n--${boundary}--\r\n`;

    const response = await fetch(`${address.origin}/api/v1/user_uploads`, { method: 'POST', headers, body });
    const uploaded = (await response.json()) as { uri: string };

    expect(uploaded).toEqual({ result: 'success', msg: '', uri: expect.any(String), url: uploaded.uri, filename });
    const sent = await python('POST', '/api/v1/messages', { ...inDesign, content: `[report](${uploaded.uri})` });
    expect(sent.result).toBe('success');
    const read = await fetch(address.origin + uploaded.uri, { headers: { authorization: authorizationOf(ben) } });
    expect([read.status, read.headers.get('content-type'), await read.text()]).toEqual([
      200,
      expect.stringMatching(/^text\/plain/),
      'a report',
    ]);
    const { attachments } = await python('GET', '/api/v1/attachments');
    expect(attachments.at(-1)).toMatchObject({ name: filename, size: 8, messages: [{ id: sent.id }] });
  });

  it('accepts a site with a final slash, and reads server settings with credentials', async () => {
    const settings = await python('GET', '//api/v1/server_settings');
    const profile = await python('GET', '//api//v1/users/me');

    expect(settings).toMatchObject({ result: 'success', zulip_feature_level: 185 });
    expect(profile).toMatchObject({ result: 'success', user_id: ana.userId });
  });
}
