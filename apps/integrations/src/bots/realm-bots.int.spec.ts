import { LogReader } from '@chat/event-log';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestMicroservice } from '@nestjs/common';
import { TestIntegrations } from '../testing/test-integrations.js';
import { RealmBots } from './realm-bots.js';

let integrations: TestIntegrations;
beforeAll(async () => {
  integrations = await TestIntegrations.start();
});
afterAll(() => integrations.stop());

/** The bot as a request sees it that comes now. */
async function found(botId: number) {
  const app = integrations.replicas[0]?.app as INestMicroservice;
  const realmId = integrations.realmId;
  await app.get(LogReader).waitUntilApplied(realmId, (await integrations.tail()) as string);
  return app.get(RealmBots, { strict: false }).find(realmId, botId);
}

describe('the bots of a realm', () => {
  it('are those of the users service, with each change', async () => {
    const bot = await integrations.putBot(7, { botType: 3 }, { baseUrl: 'https://a.example', interface: 1 });
    expect(await found(7)).toEqual(bot);
    expect(await found(8)).toBeUndefined();

    const changed = await integrations.putBot(7, { fullName: 'Robot' }, { baseUrl: 'https://b.example' });
    expect(await found(7)).toEqual(changed);

    await integrations.putBot(8);
    await integrations.putBot(7, { isActive: false });
    expect(await found(8)).toMatchObject({ user: { isActive: true } });
    expect(await found(7)).toMatchObject({
      user: { isActive: false },
      configuration: { baseUrl: 'https://b.example' },
    });
  });

  it('lose their configuration with an event that has none', async () => {
    await integrations.putBot(9, {}, { serviceName: 'github' });
    await found(9);

    await integrations.putBot(9, {}, null);

    expect(await found(9)).toMatchObject({ configuration: null });
  });
});
