import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { BOT, type Posted, WebhooksUnderTest } from '../../testing/webhooks-under-test.js';

const SECRET = 'a secret';
const STANDARD_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const ZABBIX = {
  hostname: 'www',
  severity: 'High',
  status: 'OK',
  item: 'CPU',
  trigger: 'Load',
  link: 'https://a.example',
};
const ZEN = JSON.stringify({
  zen: 'Keep it simple.',
  hook_id: 1,
  repository: { name: 'chat', html_url: 'https://a.example' },
});

interface Scheme {
  readonly integration: string;
  readonly secret: string;
  readonly body: string;
  sign(body: string, secret: string, ageMs?: number): Record<string, string>;
  readonly isDated?: true;
}

const basic = (password: string) => `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;

const SCHEMES: Readonly<Record<string, Scheme>> = {
  'an HMAC of the body': {
    integration: 'github',
    secret: SECRET,
    body: ZEN,
    sign: (body, secret) => ({
      'X-GitHub-Event': 'ping',
      'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    }),
  },
  'a bearer token': {
    integration: 'zabbix',
    secret: SECRET,
    body: JSON.stringify(ZABBIX),
    sign: (_, secret) => ({ Authorization: `Bearer ${secret}` }),
  },
  'a Basic password': {
    integration: 'zabbix',
    secret: SECRET,
    body: JSON.stringify(ZABBIX),
    sign: (_, secret) => ({ Authorization: basic(secret) }),
  },
  'Standard Webhooks': {
    integration: 'json',
    secret: STANDARD_SECRET,
    body: '{"a":1}',
    isDated: true,
    sign: (body, secret, ageMs = 0) => {
      const id = `msg_${Math.random()}`;
      const at = new Date(Date.now() - ageMs);
      const signature = new Webhook(secret).sign(id, at, body);
      const timestamp = String(Math.floor(at.getTime() / 1000));
      return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,AAAA ${signature}` };
    },
  },
};
const OTHER = { [SECRET]: 'other', [STANDARD_SECRET]: `whsec_${Buffer.alloc(32, 8).toString('base64')}` };

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await WebhooksUnderTest.start();
});
afterAll(() => webhooks.stop());

describe.each(Object.entries(SCHEMES))('a bot with a secret and %s', (_, scheme) => {
  const { integration, secret, body, sign, isDated } = scheme;
  beforeAll(() => webhooks.configure({ webhook_secret: secret }));

  const refusal = async (posted: Posted) => {
    webhooks.take();
    webhooks.notices.splice(0);
    const error = await webhooks.error(integration, posted);
    expect(webhooks.take()).toEqual([]);
    expect(webhooks.notices).toEqual([expect.stringContaining('without a valid signature')]);
    return error;
  };
  const INVALID = { status: 401, code: 'INVALID_SIGNATURE' };

  it('takes a valid request', async () => {
    expect(await webhooks.error(integration, { headers: sign(body, secret), body })).toBeUndefined();
    expect(webhooks.take()).toHaveLength(1);
  });

  it('refuses a missing signature and one by another secret, with a notice to the owner', async () => {
    const { 'X-GitHub-Event': event } = sign(body, secret);
    expect(await refusal({ headers: event ? { 'X-GitHub-Event': event } : {}, body })).toMatchObject(INVALID);
    expect(await refusal({ headers: sign(body, OTHER[secret] as string), body })).toMatchObject(INVALID);
  });

  if (!integration.startsWith('zabbix')) {
    it('refuses a changed body, before it is parsed', async () => {
      expect(await refusal({ headers: sign(body, secret), body: `${body} ` })).toMatchObject(INVALID);
      expect(await refusal({ headers: sign(body, secret), body: '{' })).toMatchObject(INVALID);
    });
  }

  if (isDated) {
    it('refuses a signature that is older than five minutes', async () => {
      expect(await refusal({ headers: sign(body, secret, 301_000), body })).toMatchObject(INVALID);
      expect(await webhooks.error(integration, { headers: sign(body, secret, 290_000), body })).toBeUndefined();
    });
  }
});

describe('a bot without a secret', () => {
  it('takes requests without a signature, also after a secret was removed', async () => {
    await webhooks.configure({ webhook_secret: SECRET });
    expect(await webhooks.error('zabbix', { body: ZABBIX })).toMatchObject({ status: 401 });

    await webhooks.configure({});
    expect(await webhooks.error('zabbix', { body: ZABBIX })).toBeUndefined();
  });
});

describe('a path to the id of a delivery', () => {
  it('makes repetitions known', async () => {
    await webhooks.configure({ delivery_id_path: 'event.id' });
    webhooks.take();
    const deliver = (id: number, note: string) => webhooks.post('json', { body: { event: { id }, note } });

    expect([await deliver(1, 'a'), await deliver(1, 'b'), await deliver(2, 'c')]).toEqual([
      {},
      { duplicate: true },
      {},
    ]);
    expect(webhooks.take()).toHaveLength(2);
    await webhooks.configure({}, BOT.userId);
  });
});
