import type { ServerResponse } from 'node:http';
import { listDeliveries, rotateWebhookSecret } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { ReceivedRequest } from '../../testing/bot-server.js';
import { DISABLE_AFTER_SECONDS, eventWebhooksUnderTest, ok } from '../../testing/event-webhooks-under-test.js';
import { MAX_FORMER_SECRETS } from '../webhook-secrets.js';

const webhooks = eventWebhooksUnderTest();

describe('the secret', () => {
  const signatures = ({ headers }: ReceivedRequest) => String(headers['webhook-signature']).split(' ');
  const isSignedBy = (secret: string, { headers, body }: ReceivedRequest) => {
    try {
      return new Webhook(secret).verify(body, headers as Record<string, string>) !== undefined;
    } catch {
      return false;
    }
  };

  const rotate = async (webhookId: number, overlapSeconds: number) => {
    const rotation = { webhookId, overlapSeconds };
    return (await webhooks.integrations.call(rotateWebhookSecret, webhooks.as(), rotation)).secret;
  };

  it('signs together with the one before it, until the overlap ends', async () => {
    const { webhook, secret: former } = await webhooks.create();
    const secret = await rotate(webhook.id, 60);
    await webhooks.happen(1);
    await webhooks.arrival(1);
    const [during] = webhooks.receiver.requests as [ReceivedRequest];
    expect(secret).not.toBe(former);
    expect(signatures(during)).toHaveLength(2);
    expect([secret, former].map((one) => isSignedBy(one, during))).toEqual([true, true]);

    await webhooks.update(`former_secret_until = now() - interval '1 second'`, webhook.id);
    await webhooks.happen(2);
    await webhooks.arrival(2);
    const after = webhooks.receiver.requests[1] as ReceivedRequest;
    expect([secret, former].map((one) => isSignedBy(one, after))).toEqual([true, false]);
    expect(signatures(after)).toHaveLength(1);
  });

  it('signs together with all that overlap, each until its own end', async () => {
    const { webhook, secret: first } = await webhooks.create();
    const secrets = [first];
    for (const overlap of [60, 0, 120, 30]) secrets.push(await rotate(webhook.id, overlap));
    await webhooks.happen(1);
    await webhooks.arrival(1);
    await webhooks.update(
      `earlier_secrets = jsonb_set(earlier_secrets, '{0,until}', to_jsonb(now() - interval '1 second'))`,
      webhook.id,
    );
    await webhooks.happen(2);
    await webhooks.arrival(2);

    const signed = webhooks.receiver.requests.map((request) => secrets.map((secret) => isSignedBy(secret, request)));
    expect(signed).toEqual([
      [true, false, true, true, true],
      [true, false, false, true, true],
    ]);
  });

  it('is replaced without an overlap if the largest number of former ones still signs', async () => {
    const { webhook } = await webhooks.create();
    for (let n = 0; n < MAX_FORMER_SECRETS; n++) await rotate(webhook.id, 60);
    await expect(rotate(webhook.id, 60)).rejects.toThrow('Too many former secrets still sign (limit: 10)');
    const secret = await rotate(webhook.id, 0);
    await webhooks.happen(1);
    await webhooks.arrival(1);

    const [request] = webhooks.receiver.requests as [ReceivedRequest];
    expect(isSignedBy(secret, request)).toBe(true);
    expect(signatures(request)).toHaveLength(1 + MAX_FORMER_SECRETS);
  });
});

describe('a receiver', () => {
  it('that hangs delays no other one, and has one request at a time', async () => {
    let open = 0;
    let most = 0;
    const hanging = await webhooks.startReceiver((response) => {
      most = Math.max(most, ++open);
      response.on('close', () => open--);
    });
    const { webhook } = await webhooks.create({ url: hanging.url });
    await webhooks.create();
    await webhooks.happen(1, 2, 3, 4, 5);
    await webhooks.arrival(1, 2, 3, 4, 5);

    await eventually(() => hanging.requests.length >= 3);
    expect(most).toBe(1);
    expect((await webhooks.shown(webhook.id)).pending).toBe(5);
  });

  it('fails by a redirect, which is not followed', async () => {
    const target = await webhooks.startReceiver(ok);
    webhooks.receiver.behaviour = (response) => void response.writeHead(307, { location: target.url }).end();
    const { webhook } = await webhooks.create();
    await webhooks.happen(1);
    await eventually(async () => (await webhooks.shown(webhook.id)).dead === 1);

    const { deliveries } = await webhooks.integrations.call(listDeliveries, webhooks.as(), {
      webhookId: webhook.id,
      limit: 10,
    });
    expect(deliveries[0]?.attempts.map(({ status, error }) => [status, error])).toEqual(
      Array(3).fill([307, 'Status 307']),
    );
    expect(target.requests).toEqual([]);
    expect(webhooks.notices).toMatchObject([{ senderId: null, message: { type: 'direct', to: [webhooks.owner] } }]);
  });

  it('that never ends its response counts by its status, and its body is not read to the end', async () => {
    webhooks.receiver.behaviour = (response) => {
      response.writeHead(500);
      const timer = setInterval(() => response.write('x'.repeat(1_000)), 5);
      response.on('close', () => clearInterval(timer));
    };
    const { webhook } = await webhooks.create();
    await webhooks.happen(1);
    await eventually(async () => (await webhooks.shown(webhook.id)).dead === 1);

    const { deliveries } = await webhooks.integrations.call(listDeliveries, webhooks.as(), {
      webhookId: webhook.id,
      limit: 10,
    });
    expect(deliveries[0]?.attempts.map(({ status }) => status)).toEqual([500, 500, 500]);
  });

  it.each([
    ['hangs', () => undefined],
    ['breaks off', (response: ServerResponse) => void setTimeout(() => response.destroy(), 50)],
    [
      'never ends',
      (response: ServerResponse) => {
        const timer = setInterval(() => response.write('x'), 5);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('with a status of success and a body that %s has the delivery', async (_case, body) => {
    webhooks.receiver.behaviour = (response) => {
      response.writeHead(200, { 'content-length': 1_000_000 }).write('x');
      body(response);
    };
    const { webhook } = await webhooks.create();
    await webhooks.happen(1);
    await eventually(async () => (await webhooks.shown(webhook.id)).last_success !== null);

    expect(await webhooks.shown(webhook.id)).toMatchObject({ pending: 0, dead: 0, consecutive_failures: 0 });
    expect(webhooks.receiver.requests).toHaveLength(1);
  });

  it('that only fails for too long stops the webhook', async () => {
    webhooks.receiver.behaviour = (response) => void response.writeHead(500).end();
    const { webhook } = await webhooks.create();
    await webhooks.happen(1);
    await eventually(async () => (await webhooks.shown(webhook.id)).consecutive_failures === 3);
    expect(await webhooks.shown(webhook.id)).toMatchObject({ is_active: true, disabled_reason: null });

    await webhooks.update(`failing_since = now() - ${DISABLE_AFTER_SECONDS + 1} * interval '1 second'`, webhook.id);
    await webhooks.happen(2);
    await eventually(async () => (await webhooks.shown(webhook.id)).disabled_reason === 'failing');
    expect(await webhooks.shown(webhook.id)).toMatchObject({ is_active: false, pending: 1, dead: 1 });
  });
});

describe('a result that cannot be stored', () => {
  const sql = (text: string) => webhooks.integrations.connections.query(text);
  const storing = async (isPossible: boolean) => {
    await sql('DROP FUNCTION IF EXISTS refuse_result CASCADE');
    if (isPossible) return;
    await sql(`CREATE FUNCTION refuse_result() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`);
    await sql('CREATE TRIGGER refuse_result BEFORE UPDATE ON webhook_deliveries EXECUTE FUNCTION refuse_result()');
  };
  afterEach(() => storing(true));

  it('pauses the webhook until the next look, and the delivery comes again under its id', async () => {
    const times: number[] = [];
    webhooks.receiver.behaviour = (response) => {
      times.push(performance.now());
      ok(response);
    };
    await storing(false);
    const { webhook } = await webhooks.create();
    await webhooks.happen(1);
    await eventually(() => times.length >= 3, { withinMs: 15_000 });
    await storing(true);
    await eventually(async () => (await webhooks.shown(webhook.id)).pending === 0, { withinMs: 15_000 });

    // A loop without a pause would need some milliseconds.
    expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(500);
    expect(new Set(webhooks.receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const { deliveries } = await webhooks.integrations.call(listDeliveries, webhooks.as(), {
      webhookId: webhook.id,
      limit: 10,
    });
    expect(deliveries).toMatchObject([{ sequence: 1, state: 'delivered', attempts: [{ status: 204 }] }]);
  });
});
