import { listIntegrations } from '@chat/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sample, samplesOf } from '../testing/samples.js';
import { BOT, PERSON, type Posted, WebhooksUnderTest } from '../testing/webhooks-under-test.js';

const PROBLEM = {
  hostname: 'www',
  severity: 'High',
  status: 'Problem',
  item: 'CPU is 99',
  trigger: 'Load',
  link: 'https://zabbix.example.com',
};

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await WebhooksUnderTest.start({ replicas: 2 });
});
afterAll(() => webhooks.stop());
afterEach(() => {
  webhooks.take();
  webhooks.notices.splice(0);
});

const post = (posted: Posted = {}, integration = 'zabbix') => webhooks.post(integration, { body: PROBLEM, ...posted });
const error = (posted: Posted, integration = 'zabbix') => webhooks.error(integration, { body: PROBLEM, ...posted });

describe('a webhook', () => {
  it('becomes a message of the bot in the stream of its address', async () => {
    expect(await post({ query: { stream: 'alerts' } })).toEqual({});

    expect(webhooks.take()).toEqual([
      {
        senderId: BOT.userId,
        clientName: 'ZulipZabbixWebhook',
        type: 'stream',
        to: 'alerts',
        topic: 'www',
        content: expect.stringContaining('CPU is 99'),
      },
    ]);
  });

  it.each([
    ['a stream by id', { stream: '12' }, { to: 12, topic: 'www' }],
    ['a stream with a number that is no id', { stream: '99999999999999999999' }, { to: '99999999999999999999' }],
    ['a topic', { stream: 'a', topic: 'my topic' }, { topic: 'my topic' }],
    ['a topic that is encoded twice', { stream: 'a', topic: 'my%20topic%25' }, { topic: 'my topic%' }],
    ['a topic that is no encoding', { stream: 'a', topic: '100%' }, { topic: '100%' }],
    ['an empty topic', { stream: 'a', topic: '' }, { topic: 'www' }],
    ['a stream that is encoded twice', { stream: 'big%20alerts' }, { to: 'big alerts' }],
    ['no stream', {}, { type: 'direct', to: [BOT.botOwnerId] }],
    ['an empty stream', { stream: ' ' }, { type: 'direct', to: [BOT.botOwnerId] }],
  ])('has an address with %s', async (_, query: Record<string, string>, message) => {
    await post({ query });
    expect(webhooks.take()).toMatchObject([message]);
  });

  it('without a stream goes to the person with the key', async () => {
    await post({ caller: PERSON });
    expect(webhooks.take()).toMatchObject([{ senderId: PERSON.userId, type: 'direct', to: [PERSON.userId] }]);
  });

  it('without a stream is refused for a bot without an owner', async () => {
    expect(await error({ caller: { ...BOT, botOwnerId: null } })).toMatchObject({ status: 400 });
  });

  it('has the topic "(no topic)" if its own is blank', async () => {
    await post({ query: { stream: 'a' }, body: { ...PROBLEM, hostname: '\u0007 ' } });
    expect(webhooks.take()).toMatchObject([{ topic: '(no topic)' }]);
  });

  it('mentions no one', async () => {
    await post({ query: { stream: 'a' }, body: { ...PROBLEM, item: '@**all** @_**Ana** @*support*' } });
    const [message] = webhooks.take();
    expect(message?.content).toContain('@\u200b**all** @\u200b_**Ana** @\u200b*support*');
  });

  it('is successful if its stream does not exist, because its sender cannot help it', async () => {
    expect(await post({ query: { stream: 'nowhere' } })).toEqual({});
    expect(webhooks.take()).toEqual([]);
  });

  it('of an unknown integration gets a 404', async () => {
    expect(await error({}, 'nonesuch')).toMatchObject({ status: 404 });
    expect(await error({}, '__proto__')).toMatchObject({ status: 404 });
  });
});

describe('the list of integrations', () => {
  it('names events, parameters and proofs', async () => {
    const { integrations } = await webhooks.service.call(listIntegrations, PERSON, {});

    expect(integrations.find(({ name }) => name === 'zabbix')).toEqual({
      name: 'zabbix',
      aliases: [],
      display_name: 'Zabbix',
      event_types: ['alert'],
      parameters: [],
      verification: { kind: 'bearer', headers: ['authorization'], description: expect.any(String) },
    });
  });
});

describe('filters of events', () => {
  it.each([
    [{ only_events: '["alert"]' }, 1],
    [{ only_events: '["a*", "x"]' }, 1],
    [{ only_events: '["push"]' }, 0],
    [{ only_events: '[]' }, 0],
    [{ exclude_events: '["al??t"]' }, 0],
    [{ exclude_events: '["push"]' }, 1],
    [{ only_events: '["*"]', exclude_events: '["[!b]lert"]' }, 0],
  ])('%j let %d messages through', async (query, count) => {
    expect(await post({ query: { stream: 'a', ...query } as Record<string, string> })).toEqual({});
    expect(webhooks.take()).toHaveLength(count);
  });
});

describe('a refused webhook', () => {
  it.each([
    ['is no JSON', '{', 'INVALID_JSON', 'a request for Zabbix with malformed JSON.'],
    ['has no body', '', 'INVALID_JSON', 'a request for Zabbix with malformed JSON.'],
    ['is nested too deeply', `${'['.repeat(65)}${']'.repeat(65)}`, 'INVALID_JSON', 'malformed JSON.'],
    ['is of another service', '{"a":1}', 'ANOMALOUS_WEBHOOK_PAYLOAD', 'does not look like one of Zabbix'],
    ['is no object', 'null', 'ANOMALOUS_WEBHOOK_PAYLOAD', 'does not look like one of Zabbix'],
  ])('that %s gets a 400, and the owner of the bot a notice', async (_, body, code, notice) => {
    expect(await error({ body })).toMatchObject({ status: 400, code });
    expect(webhooks.notices).toEqual([expect.stringContaining(notice)]);
    expect(webhooks.take()).toEqual([]);
  });

  it('of a person has no notice', async () => {
    expect(await error({ body: '{', caller: PERSON })).toMatchObject({ code: 'INVALID_JSON' });
    expect(webhooks.notices).toEqual([]);
  });

  it('may have any content type, and bytes that are no UTF-8', async () => {
    const headers = { 'content-type': 'image/png' };
    const body = Buffer.concat([Buffer.from('\uFEFF'), Buffer.from(JSON.stringify(PROBLEM)), Buffer.from(' ')]);
    expect(await post({ headers, body })).toEqual({});
    expect(await error({ body: Buffer.from([0xff, 0xfe]) })).toMatchObject({ code: 'INVALID_JSON' });
  });
});

describe('a repeated delivery', () => {
  const ticket = { type: 'build', id: 1 };
  const delivery = (headers: Record<string, string>, query = {}, body: unknown = ticket) => ({
    headers: { 'X-Test-Delivery': '1', ...headers },
    query: { stream: 'a', ...query },
    body,
  });

  it('by the id in a header makes no second message, in parallel and on any replica', async () => {
    const headers = { 'Webhook-Id': 'one' };
    const responses = await Promise.all(Array.from({ length: 10 }, () => post(delivery(headers), 'json')));
    responses.push(await post(delivery(headers, {}, { other: 'body' }), 'json'));

    expect(webhooks.take()).toHaveLength(1);
    expect(responses.filter(({ duplicate }) => duplicate)).toHaveLength(10);
  });

  it('is known by its id alone, also with another body', async () => {
    const ping = (name: string) => ({
      headers: { 'X-GitHub-Event': 'ping', 'X-GitHub-Delivery': 'known' },
      query: { stream: 'a' },
      body: { repository: { name } },
    });
    expect(await post(ping('chat'), 'github')).toEqual({});
    const others = await Promise.all([ping('web'), ping('docs'), ping('chat')].map((other) => post(other, 'github')));

    expect(others).toEqual(others.map(() => ({ duplicate: true })));
    expect(webhooks.take()).toMatchObject([{ topic: 'chat' }]);
  });

  it('is known by its id alone, also with more messages, another stream or another topic', async () => {
    const push = (sample: string, query = {}) => ({
      ...(samplesOf('bitbucket2').get(sample) as Sample),
      headers: { 'X-Event-Key': 'repo:push', 'X-Request-UUID': 'longer' },
      query: { stream: 'a', ...query },
    });
    expect(await post(push('push-of-two-commits'), 'bitbucket2')).toEqual({});
    const others = [
      push('push-of-several-changes'),
      push('push-of-two-commits', { stream: 'b' }),
      push('push-of-several-changes', { topic: 'b' }),
    ];
    expect(await Promise.all(others.map((other) => post(other, 'bitbucket2')))).toEqual(
      others.map(() => ({ duplicate: true })),
    );
    expect(webhooks.take()).toHaveLength(1);
  });

  it('is known by all its messages, if it has several', async () => {
    const pushed = samplesOf('bitbucket2').get('push-of-several-changes') as Sample;
    const push = { ...pushed, headers: { ...pushed.headers, 'X-Request-UUID': 'three' }, query: { stream: 'a' } };
    const responses = await Promise.all([post(push, 'bitbucket2'), post(push, 'bitbucket2')]);
    expect(responses).toEqual(expect.arrayContaining([{}, { duplicate: true }]));
    expect(webhooks.take()).toHaveLength(3);

    expect(await post(push, 'bitbucket2')).toEqual({ duplicate: true });
    expect(webhooks.take()).toEqual([]);
  });

  it('by an id of the service in the body is known with the same messages, also if the rest of the body differs', async () => {
    const { body } = samplesOf('stripe').get('charge-succeeded') as Sample;
    const deliver = (fields: object, query = {}) =>
      post({ body: { ...(body as object), ...fields }, query: { stream: 'a', ...query } }, 'stripe');
    const { body: other } = samplesOf('stripe').get('charge-failed') as Sample;

    expect(await deliver({ id: 'evt_test', pending_webhooks: 2 })).toEqual({});
    expect(await deliver({ id: 'evt_test', pending_webhooks: 1 })).toEqual({ duplicate: true });
    expect(await deliver({ ...(other as object), id: 'evt_test' })).toEqual({});
    expect(await deliver({ id: 'evt_test' }, { topic: 'b' })).toEqual({});
    expect(webhooks.take()).toHaveLength(3);
  });

  it('is another delivery with another id or bot, at another integration, or without an id', async () => {
    const headers = { 'Webhook-Id': 'two' };
    await post(delivery(headers), 'json');
    for (const other of [
      delivery({ 'Webhook-Id': 'three' }),
      { ...delivery(headers), caller: PERSON },
      delivery({}),
      delivery({}),
    ]) {
      expect(await post(other, 'json')).toEqual({});
    }
    const push = samplesOf('bitbucket2').get('push-of-two-commits') as Sample;
    const sameId = { ...push, headers: { ...push.headers, 'X-Request-UUID': 'two' }, query: { stream: 'a' } };
    expect(await post(sameId, 'bitbucket2')).toEqual({});
    expect(webhooks.take()).toHaveLength(6);
  });
});

describe('a message to a person, a notice and a question', () => {
  const build = {
    buildFullName: 'Shop :: Compile',
    buildResult: 'success',
    buildIsPersonal: true,
    triggeredBy: 'Ida Berg; by hand',
    teamcityProperties: { 'teamcity.build.triggeredBy.username': 'ida' },
  };
  const personal = (buildId: string, fields = {}) => ({
    body: { build: { ...build, buildId, ...fields } },
    query: { stream: 'a' },
  });
  afterEach(() => webhooks.people.clear());

  it('goes to the person with the first of its names, instead of the stream', async () => {
    webhooks.people.set('ida', 11);
    expect(await post(personal('1'), 'teamcity')).toEqual({});
    webhooks.people.set('Ida Berg', 12);
    expect(await post(personal('2'), 'teamcity')).toEqual({});

    expect(webhooks.take()).toMatchObject([
      { senderId: BOT.userId, type: 'direct', to: [11], content: expect.stringContaining('Your personal build') },
      { senderId: BOT.userId, type: 'direct', to: [12] },
    ]);
  });

  it('is one message to the person for a repeated delivery', async () => {
    webhooks.people.set('ida', 11);
    expect([await post(personal('3'), 'teamcity'), await post(personal('3'), 'teamcity')]).toEqual([
      {},
      { duplicate: true },
    ]);
    expect(webhooks.take()).toHaveLength(1);
  });

  it('is ignored if no person has one of its names, or if it has none', async () => {
    expect(await post(personal('4'), 'teamcity')).toEqual({});
    expect(await post(personal('5', { triggeredBy: null, teamcityProperties: null }), 'teamcity')).toEqual({});
    expect(webhooks.take()).toEqual([]);
    expect(webhooks.notices).toEqual([]);
  });

  it('goes to the owner of the bot as a notice, and a person with a key gets none', async () => {
    const withoutBuild = { body: { text: 'Build finished' }, query: { stream: 'a' } };
    expect(await post(withoutBuild, 'teamcity')).toEqual({});
    expect(await post({ ...withoutBuild, caller: PERSON }, 'teamcity')).toEqual({});

    expect(webhooks.notices).toEqual([expect.stringMatching(/^received a request for TeamCity\. .*Legacy JSON/s)]);
    expect(webhooks.take()).toEqual([]);
  });

  it('tells the sender the caller', async () => {
    expect(await post({ body: { type: 'auth' } }, 'zapier')).toEqual({
      fullName: BOT.fullName,
      email: BOT.email,
      id: BOT.userId,
    });
    expect(webhooks.take()).toEqual([]);
  });
});
