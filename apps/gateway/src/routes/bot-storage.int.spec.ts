import { deleteBotStorage, type EndpointRequest, getBotStorage, putBotStorage } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FakeUser } from '../testing/fake-users.js';
import { TestGateway } from '../testing/test-gateway.js';

describe('the storage of bots over HTTP', () => {
  const asked: EndpointRequest[] = [];
  let gateway: TestGateway;
  let bot: FakeUser;
  beforeAll(async () => {
    const remember = (request: EndpointRequest) => {
      asked.push(request);
      return {};
    };
    gateway = await TestGateway.start({
      features: [],
      endpoints: [deleteBotStorage, getBotStorage, putBotStorage],
      services: {
        users: {
          [putBotStorage.pattern]: remember,
          [deleteBotStorage.pattern]: remember,
          [getBotStorage.pattern]: ({ parameters: { keys = ['all'] } }: EndpointRequest<typeof getBotStorage>) => ({
            storage: { keys: keys.join() },
          }),
        },
      },
    });
    bot = gateway.users.add();
  });
  afterAll(() => gateway.close());

  it('stores texts by key unchanged', async () => {
    const storage = { some_key: 'a\nb', 'Other Key': '{"x":1}' };
    const { status } = await gateway.request('PUT', '/bot_storage', {
      as: bot,
      form: { storage: JSON.stringify(storage) },
    });

    expect(status).toBe(200);
    expect(asked.pop()).toMatchObject({ parameters: { storage }, actor: { userId: bot.userId } });
  });

  it('returns and deletes some keys, or all', async () => {
    const some = { keys: '["a","b"]' };

    expect((await gateway.request('GET', '/bot_storage', { as: bot })).body['storage']).toEqual({ keys: 'all' });
    expect((await gateway.request('GET', '/bot_storage', { as: bot, query: some })).body['storage']).toEqual({
      keys: 'a,b',
    });
    await gateway.request('DELETE', '/bot_storage', { as: bot, form: some });
    expect(asked.pop()).toMatchObject({ parameters: { keys: ['a', 'b'] } });
    await gateway.request('DELETE', '/bot_storage', { as: bot, query: some });
    expect(asked.pop()).toMatchObject({ parameters: { keys: ['a', 'b'] } });
    await gateway.request('DELETE', '/bot_storage', { as: bot });
    expect(asked.pop()?.parameters).not.toHaveProperty('keys');
  });

  it.each([
    ['nothing', {}, 'REQUEST_VARIABLE_MISSING'],
    ['a list', { storage: '[]' }, 'BAD_REQUEST'],
    ['numbers', { storage: '{"a":1}' }, 'BAD_REQUEST'],
    ['no JSON', { storage: 'a' }, 'BAD_REQUEST'],
    ['null bytes', { storage: '{"a":"\\u0000"}' }, 'BAD_REQUEST'],
  ])('refuses %s', async (_, form, code) => {
    const { status, body } = await gateway.request('PUT', '/bot_storage', { as: bot, form });

    expect([status, body['code']]).toEqual([400, code]);
  });
});
