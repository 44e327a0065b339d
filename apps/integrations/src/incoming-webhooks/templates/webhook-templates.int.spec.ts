import { CheckBotConfiguration, previewWebhook, Role } from '@chat/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BOT, PERSON, WebhooksUnderTest } from '../../testing/webhooks-under-test.js';

const TEMPLATES = {
  topic_template: '{{ payload.name }}',
  content_template:
    'Build {{ payload.number }} {{ headers.x-state }} {{ headers.authorization }}{{ query.place }} @**all**',
  only_if_template: '{{ payload.number }}',
};

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await WebhooksUnderTest.start();
  await webhooks.configure(TEMPLATES);
  await webhooks.service.putBot(BOT.userId, { botOwnerId: PERSON.userId });
});
afterAll(() => webhooks.stop());
afterEach(() => void webhooks.take());

describe('a bot with templates', () => {
  it('sends their message, without credentials and mentions', async () => {
    const headers = { 'X-State': 'done', Authorization: 'Bearer secret' };
    await webhooks.post('json', { query: { stream: 'a', place: 'here' }, headers, body: { name: 'app', number: 4 } });

    expect(webhooks.take()).toMatchObject([{ topic: 'app', content: 'Build 4 done here @\u200b**all**' }]);
  });

  it.each([0, false, '', ' ', null])('sends nothing if the condition is %j', async (number) => {
    expect(await webhooks.post('json', { body: { number } })).toEqual({});
    expect(webhooks.take()).toEqual([]);
  });

  it('has the messages of every other integration as before', async () => {
    const body = {
      hostname: 'www',
      severity: 'High',
      status: 'OK',
      item: 'i',
      trigger: 't',
      link: 'https://a.example',
    };
    await webhooks.post('zabbix', { query: { stream: 'a' }, body });
    expect(webhooks.take()).toMatchObject([{ topic: 'www' }]);
  });
});

describe('a configuration', () => {
  const check = (configData: Record<string, string>) =>
    webhooks.service.request(CheckBotConfiguration, { realmId: 1, serviceName: null, configData });

  it('may have templates that can be parsed', async () => {
    await expect(check(TEMPLATES)).resolves.not.toThrow();
    await expect(check({ content_template: 'a\n{{ b | nonesuch }}' })).rejects.toMatchObject({
      code: 'INVALID_TEMPLATE',
      message: expect.stringMatching(/content_template.*line 2, column 1/),
    });
  });
});

describe('a preview', () => {
  const preview = (rest: object, actor = PERSON) =>
    webhooks.service.call(previewWebhook, actor, { botId: BOT.userId, payload: '{"name":"app","number":1}', ...rest });

  it('shows the message of the templates of the bot, or of others', async () => {
    expect(await preview({})).toMatchObject({ topic: 'app', would_send: true });
    expect(await preview({ topicTemplate: 'x', onlyIfTemplate: '0' })).toMatchObject({ topic: 'x', would_send: false });
    expect(webhooks.take()).toEqual([]);
  });

  it('is for the owner and administrators', async () => {
    const other = { ...PERSON, userId: 55 };
    expect(await preview({}, { ...other, role: Role.Administrator })).toMatchObject({ topic: 'app' });
    await expect(preview({}, other)).rejects.toThrow('Insufficient permission');
    await expect(preview({ botId: 99 })).rejects.toThrow('No such bot');
  });

  it('refuses a payload that is no JSON, and a template with a mistake', async () => {
    await expect(preview({ payload: '{' })).rejects.toMatchObject({ code: 'INVALID_JSON' });
    await expect(preview({ contentTemplate: '{% if %}' })).rejects.toMatchObject({ code: 'INVALID_TEMPLATE' });
  });
});
