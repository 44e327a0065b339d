import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nodeTransport } from '../../support/api-client.js';
import { Organization, type TestUser } from '../../support/organization.js';
import type { TwoGateways } from '../../support/two-gateways.js';

const DELIVERIES = 100;
const SENDERS = 4;
const DELIVERIES_PER_FAULT = 20;
const STREAM = 'builds';
/** Longer than the start of all replicas on a busy machine. */
const RECEIVED_WITHIN_MS = 90_000;

interface Response {
  readonly status: number;
  readonly isDuplicate: boolean;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Tests with deliveries of GitHub while replicas end. */
export function incomingWebhooks(started: () => TwoGateways): void {
  const transport = nodeTransport();
  let organization: Organization;
  let owner: TestUser;
  let bot: { readonly user_id: number; readonly api_key: string };

  beforeAll(async () => {
    organization = await Organization.create(started().tested.system);
    [owner] = (await organization.addSubscribers(STREAM, 1)) as [TestUser];
    bot = await owner.client.post('/bots', { full_name: 'Octo', short_name: 'octo', bot_type: 2 });
  }, 60_000);
  afterAll(async () => {
    transport.close?.();
    await organization?.close();
  });

  /** Sends a delivery. The topic of its message is its id. */
  async function deliver(gateway: string, id: string): Promise<Response> {
    const query = new URLSearchParams({ api_key: bot.api_key, stream: STREAM });
    const { status, text } = await transport.send({
      method: 'POST',
      url: `${gateway}/api/v1/external/github?${query}`,
      headers: {
        host: organization.host,
        'content-type': 'application/json',
        'x-github-event': 'ping',
        'x-github-delivery': id,
      },
      body: JSON.stringify({ repository: { name: id, html_url: 'https://github.example/chat' } }),
      signal: undefined,
    });
    return { status, isDuplicate: JSON.parse(text).duplicate === true };
  }

  /** Repeats the delivery until it is received; returns all responses. */
  async function deliverUntilReceived(gateway: string, id: string): Promise<Response[]> {
    const deadline = Date.now() + RECEIVED_WITHIN_MS;
    const responses = [await deliver(gateway, id)];
    while (responses.at(-1)?.status !== 200) {
      if (Date.now() > deadline) throw new Error(`${id} was not received: ${JSON.stringify(responses.at(-1))}`);
      await pause(200);
      responses.push(await deliver(gateway, id));
    }
    return responses;
  }

  const throughBoth = async (id: string): Promise<Response[]> =>
    (await Promise.all(started().gateways.map((gateway) => deliverUntilReceived(gateway, id)))).flat();

  /** Topics of all messages of the bot, with repetitions. */
  async function topics(): Promise<string[]> {
    const { messages, found_oldest } = await owner.client.get('/messages', {
      anchor: 'newest',
      num_before: 1_000,
      num_after: 0,
      narrow: [{ operator: 'sender', operand: bot.user_id }],
    });
    expect(found_oldest).toBe(true);
    return messages.map(({ subject }: { subject: string }) => subject);
  }

  describe('a delivery that comes through both gateways at the same time', () => {
    it('has one message, while replicas die and Redis restarts', async () => {
      const { system } = started().tested;
      const faults = [
        () => system.kill('integrations', 0),
        () => system.kill('messaging', 0),
        () => system.restart('redis'),
        () => system.kill('integrations', 1),
        () => system.kill('messaging', 1),
      ];
      const received = new Map<string, Response[]>();
      let next = 0;
      const send = async () => {
        for (let n = next++; n < DELIVERIES; n = next++) {
          const responses = throughBoth(`delivery-${n}`);
          if (n % DELIVERIES_PER_FAULT === 10) await faults.shift()?.();
          received.set(`delivery-${n}`, await responses);
        }
      };
      await Promise.all(Array.from({ length: SENDERS }, send));

      const ids = [...received.keys()].sort();
      expect(ids).toHaveLength(DELIVERIES);
      expect((await topics()).sort()).toEqual(ids);
      for (const responses of received.values()) {
        // None may be the first: the response to the request that sent the message may be lost with its replica.
        expect(responses.filter(({ status, isDuplicate }) => status === 200 && !isDuplicate).length).toBeLessThan(2);
        expect(responses.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);
      }
      for (const id of ids) {
        expect(await throughBoth(id)).toEqual([1, 2].map(() => ({ status: 200, isDuplicate: true })));
      }
      expect((await topics()).sort()).toEqual(ids);
      expect(faults).toEqual([]);
    }, 240_000);

    it('may be repeated with its id after it failed, and has one message', async () => {
      const { tested, gateways } = started();
      await tested.system.waitReady();
      await Promise.all([0, 1].map((instance) => tested.system.stopProcess('messaging', instance)));
      const failed = await Promise.all(gateways.map((gateway) => deliver(gateway, 'failed')));
      await Promise.all([0, 1].map((instance) => tested.system.startProcess('messaging', instance)));
      const repeated = await throughBoth('failed');

      expect(failed.map(({ status }) => status)).toEqual([503, 503]);
      expect(repeated.filter(({ status, isDuplicate }) => status === 200 && !isDuplicate)).toHaveLength(1);
      expect((await topics()).filter((topic) => topic === 'failed')).toHaveLength(1);
    }, 120_000);
  });
}
