import { eventually } from '@chat/testing';
import { expect, it } from '@jest/globals';
import { box, type WritingScene } from './writing-scene.js';

/** Texts that wait while their conversation changes, and their list. */
export function keptTexts(sceneOf: () => WritingScene): void {
  it('are counted in the left bar as their list shows them, also those that the server does not have', async () => {
    const { writer } = sceneOf();
    const views = writer.page.getByRole('navigation', { name: 'Views', exact: true });
    const counted = async () =>
      Number(/\d+/.exec((await views.getByRole('link', { name: /^Drafts/ }).textContent()) ?? '')?.[0]);
    const rows = writer.main.getByRole('listitem');
    await writer.profile.setOffline(true);
    await box(writer).pressSequentially('only here');
    await writer.page.evaluate(() => {
      location.hash = '#drafts';
    });
    const draft = rows.filter({ hasText: 'only here' });
    await draft.waitFor();
    const count = await rows.count();
    expect(await counted()).toBe(count);
    await draft.getByRole('button', { name: 'Delete draft' }).click();
    await draft.waitFor({ state: 'detached' });
    expect([await rows.count(), (await counted()) || 0]).toEqual([count - 1, count - 1]);
    await writer.profile.setOffline(false);
  });

  it('leave the list at once when they are deleted, although the server has a copy', async () => {
    const { priya, writer, topic } = sceneOf();
    await writer.open(topic('synced'));
    await writer.page.getByRole('heading', { level: 1, name: 'synced' }).waitFor();
    await box(writer).pressSequentially('known to the server');
    await eventually(async () => {
      const { drafts } = await priya.client.get('/drafts');
      return drafts.some(({ content }: { content: string }) => content === 'known to the server');
    });
    await writer.open('#drafts');
    const draft = writer.main.getByRole('listitem').filter({ hasText: 'known to the server' });
    await draft.waitFor();
    await writer.profile.setOffline(true);
    await draft.getByRole('button', { name: 'Delete draft' }).click();
    await draft.waitFor({ state: 'detached', timeout: 1_000 });
    await writer.profile.setOffline(false);
  });
}
