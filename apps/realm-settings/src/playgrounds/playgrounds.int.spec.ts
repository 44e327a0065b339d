import { createPlayground, deletePlayground, GetRenderingSettings, Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealmSettingsForTests } from '../testing/start-realm-settings.js';

let service: RealmSettingsForTests;

beforeAll(async () => {
  service = await RealmSettingsForTests.start();
});
afterAll(() => service.stop());

const settings = async () => (await service.ask(GetRenderingSettings, { realmId: service.realm.realmId })).state;

describe('code playgrounds', () => {
  const create = (name: string, highlighterLanguage: string, urlPrefix = 'https://play.org/?code=') =>
    service.call(createPlayground, service.actor(), { name, highlighterLanguage, urlPrefix });

  it('are added and removed', async () => {
    const { id } = await create('Play', 'Rust');
    expect((await settings()).playgrounds).toEqual([
      { id, name: 'Play', highlighterLanguage: 'Rust', urlPrefix: 'https://play.org/?code=' },
    ]);

    expect(await service.refusal(create('Play', 'Rust'))).toMatch(/already exists/);
    expect(await service.refusal(create('Play', 'Ru;st'))).toBe('Invalid characters in highlighter language');
    expect(await service.refusal(create('Play', 'C', 'javascript:alert(1)'))).toBe('url_prefix is not a URL');
    expect(await service.refusal(create('Play', 'C', 'https://invalid-url'))).toBe('url_prefix is not a URL');
    const remove = () => service.call(deletePlayground, service.actor(), { playgroundId: id });
    await remove();
    expect((await settings()).playgrounds).toEqual([]);
    expect(await service.refusal(remove())).toBe('Invalid playground');
  });

  it('are for administrators', async () => {
    expect(await service.callError(deletePlayground, service.actor(Role.Member), { playgroundId: 1 })).toBe(
      'Must be an organization administrator',
    );
  });
});
