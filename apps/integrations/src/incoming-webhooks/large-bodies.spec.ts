import type { ReceiveWebhook } from '@chat/contracts';
import { expect, it } from '@jest/globals';
import { IncomingWebhooksService } from './incoming-webhooks.service.js';
import type { Integration } from './integration.js';
import { jsonMessage } from './text/json-message.js';

const MIB = 1024 * 1024;

/** Turns of a timer before the body is read, and before the integration gets the payload. */
async function turnsBeforeSteps(bodyBytes: number): Promise<readonly number[]> {
  const turns: number[] = [];
  let count = 0;
  const integration: Integration = {
    name: 'json',
    displayName: 'JSON',
    eventTypes: [],
    verification: { kind: 'bearer' },
    messagesOf: () => {
      turns.push(count);
      return [];
    },
  };
  const configData = {
    of: async () => {
      turns.push(count);
      return {};
    },
  };
  const unused = undefined as never;
  const integrations = { get: () => integration } as never;
  const service = new IncomingWebhooksService(integrations, unused, configData as never, unused, unused, unused);
  const timer = setInterval(() => count++, 0);
  const body = JSON.stringify('x'.repeat(bodyBytes));
  const address = { integration: 'json' };
  await service.receive(
    { caller: {}, address, url: '', body, bodyEncoding: 'utf8', headers: {}, query: {} } as unknown as ReceiveWebhook,
    unused,
  );
  clearInterval(timer);
  return turns;
}

it('timers run between the steps of a large body, so that the replica renews its lease', async () => {
  const [beforeReading = 0, beforeMessages = 0] = await turnsBeforeSteps(2 * MIB);

  expect(beforeReading).toBeGreaterThan(0);
  expect(beforeMessages).toBeGreaterThan(beforeReading);
});

it('a small body waits for no timer', async () => {
  expect(await turnsBeforeSteps(1_000)).toEqual([0, 0]);
});

it('the message of a large body has only the part that is shown', () => {
  expect(jsonMessage({ text: 'x'.repeat(MIB) }).content.length).toBeLessThan(25_000);
  expect(jsonMessage({ text: 'x'.repeat(15_000) }).content).toContain('x'.repeat(15_000));
});
