import { eventually } from '@chat/testing';
import { expect, it } from '@jest/globals';
import { articles, box, shown, type WritingScene } from './writing-scene.js';

/** Texts that wait while their conversation changes, and their list. */
export function keptTexts(sceneOf: () => WritingScene): void {
  const sentBy = async (name: string, content: string): Promise<number> => {
    const { jonas, streamId } = sceneOf();
    const { id } = await jonas.client.post('/messages', { type: 'stream', to: streamId, topic: name, content });
    return id;
  };
  const rename = (id: number, name: string) =>
    sceneOf().jonas.client.patch(`/messages/${id}`, { topic: name, propagate_mode: 'change_all' });
  const contentsIn = async (name: string): Promise<readonly string[]> => {
    const { jonas, streamId } = sceneOf();
    const narrow = [
      { operator: 'stream', operand: streamId },
      { operator: 'topic', operand: name },
    ];
    const page = { anchor: 'newest', num_before: 20, num_after: 0, narrow, apply_markdown: false };
    const { messages } = await jonas.client.get('/messages', page);
    return messages.map(({ content }: { content: string }) => content);
  };

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

  it('wait for the network, and go to the topic under its present name, once and in order', async () => {
    const { writer, topic } = sceneOf();
    const id = await sentBy('tea', 'Tea?');
    await writer.open(topic('tea'));
    await shown(writer, 'Tea?');
    await writer.profile.setOffline(true);
    for (const text of ['with milk', 'and sugar']) {
      await box(writer).fill(text);
      await box(writer).press('Enter');
      await articles(writer).filter({ hasText: text }).getByRole('status').waitFor();
    }
    await rename(id, 'coffee');
    await writer.profile.setOffline(false);

    await writer.page.getByRole('heading', { level: 1, name: 'coffee' }).waitFor();
    await shown(writer, 'and sugar');
    const isOwn = (text: string) => ['with milk', 'and sugar'].includes(text);
    expect((await contentsIn('coffee')).filter(isOwn)).toEqual(['with milk', 'and sugar']);
    expect((await contentsIn('tea')).filter(isOwn)).toEqual([]);
  });

  it('go along with a topic that is renamed while no page is open, sent ones and others', async () => {
    const { writer, topic } = sceneOf();
    const ids = [await sentBy('walk', 'A walk?'), await sentBy('swim', 'A swim?')];
    await writer.open(topic('walk'));
    await shown(writer, 'A walk?');
    await box(writer).pressSequentially('yes, after ');
    await writer.open(topic('swim'));
    await shown(writer, 'A swim?');
    await writer.profile.setOffline(true);
    await box(writer).fill('too cold');
    await box(writer).press('Enter');
    await articles(writer).filter({ hasText: 'too cold' }).getByRole('status').waitFor();
    await writer.page.close();
    for (const [index, name] of ['hike', 'sauna'].entries()) await rename(ids[index] as number, name);
    // Another conversation of the former name.
    for (const name of ['walk', 'swim']) await sentBy(name, `A new ${name}`);
    await writer.profile.setOffline(false);

    const later = await writer.tab();
    await later.open(topic('walk'));
    await later.page.getByRole('heading', { level: 1, name: 'hike' }).waitFor();
    await eventually(async () => (await box(later).inputValue()) === 'yes, after ');
    await later.open('#drafts');
    const draft = later.main.getByRole('listitem').filter({ hasText: 'yes, after' });
    await draft.getByRole('link', { name: /hike/ }).waitFor();
    expect(await draft.count()).toBe(1);
    await eventually(async () => (await contentsIn('sauna')).includes('too cold'));
    expect(await contentsIn('swim')).toEqual(['A new swim']);
    await draft.getByRole('button', { name: 'Delete draft' }).click();
  });

  it('that wait in a tab are sent by another one when it is closed', async () => {
    const { writer, topic } = sceneOf();
    const other = await writer.tab();
    await other.open('#inbox');
    await other.heading.waitFor();
    await writer.open(topic('relay'));
    await writer.page.getByRole('heading', { level: 1, name: 'relay' }).waitFor();
    await writer.page.route('**/json/messages', (route) => route.abort());
    for (const text of ['first leg', 'second leg']) {
      await box(writer).fill(text);
      await box(writer).press('Enter');
      await writer.page.getByRole('article').filter({ hasText: text }).getByRole('status').waitFor();
    }
    expect(await contentsIn('relay')).toEqual([]);

    await writer.page.close();

    await eventually(async () => (await contentsIn('relay')).length === 2);
    expect(await contentsIn('relay')).toEqual(['first leg', 'second leg']);
    await other.open(topic('relay'));
    await shown(other, 'second leg');
    expect(await other.page.getByRole('article').filter({ hasText: 'leg' }).count()).toBe(2);
  });

  /** Priya edits a message, which is deleted after she has left the client. */
  const editInVain = async (name: string, text: string) => {
    const { organization, priya, streamId, writer, topic } = sceneOf();
    const sent = { type: 'stream', to: streamId, topic: name, content: 'at noon' };
    const { id } = await priya.client.post('/messages', sent);
    await writer.open(topic(name));
    await shown(writer, 'at noon');
    await articles(writer).focus();
    await writer.page.keyboard.press('e');
    const edited = writer.page.getByRole('textbox', { name: 'Edit message' });
    await edited.and(writer.page.locator(':focus')).waitFor();
    await edited.fill(text);
    await writer.page.goto('about:blank');
    await organization.owner.client.delete(`/messages/${id}`);
  };

  it('of an edit go to the box of the conversation if the message is deleted while no page is open', async () => {
    const { writer, topic } = sceneOf();
    await editInVain('shut', 'at two, or');

    await writer.open(topic('shut'));

    await eventually(async () => (await box(writer).inputValue()) === 'at two, or');
    await box(writer).fill('');
    await writer.page.reload();
    await box(writer).waitFor();
    expect(await box(writer).inputValue()).toBe('');
  });

  it('of an edit never come to another account in the same tab', async () => {
    const { priya, jonas, writer, topic } = sceneOf();
    await editInVain('own', 'a secret');
    await priya.client.delete('/users/me/sessions');

    await writer.signIn(jonas, topic('own'));
    await box(writer).fill('of Jonas');

    await eventually(async () => {
      const { drafts } = await jonas.client.get('/drafts');
      return drafts.some(({ content }: { content: string }) => content === 'of Jonas');
    });
    expect(await box(writer).inputValue()).toBe('of Jonas');
    await jonas.client.delete('/users/me/sessions');
    await writer.page.getByRole('textbox', { name: 'Email' }).waitFor();
    await writer.signIn(priya, topic('own'));
    await eventually(async () => (await box(writer).inputValue()) === 'a secret');
    await box(writer).fill('');
  });
}
