import { expect, it } from '@jest/globals';
import { box, shown, type WritingScene } from './writing-scene.js';

/** Conversations without messages. */
export function newConversations(sceneOf: () => WritingScene): void {
  it('begins with a stream and a topic', async () => {
    const { priya, streamId, writer, topic } = sceneOf();
    await priya.client.post('/messages', { type: 'stream', to: streamId, topic: 'read before', content: 'seen' });
    await writer.open('#inbox');
    await writer.page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await writer.page.keyboard.press('c');
    await writer.page.getByRole('combobox', { name: 'Stream' }).pressSequentially('des');
    await writer.page.keyboard.press('Enter');
    const topics = writer.page.getByRole('combobox', { name: 'Topic' });
    await topics.fill('read');
    // A topic without unread messages.
    await writer.page.getByRole('option', { name: 'read before' }).click({ trial: true });
    await topics.fill('paint');
    await box(writer).fill('Which green?');
    await box(writer).press('Enter');

    await shown(writer, 'Which green?');
    expect(writer.page.url()).toContain(topic('paint'));
  });

  it('begins with people', async () => {
    const { priya, jonas, writer } = sceneOf();
    await writer.open('#inbox');
    await writer.page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await writer.page.keyboard.press('x');
    await writer.page.getByRole('combobox', { name: 'To' }).pressSequentially('jonas');
    await writer.page.keyboard.press('Enter');
    await box(writer).fill('psst');
    await box(writer).press('Enter');

    await shown(writer, 'psst');
    const narrow = [{ operator: 'dm', operand: [priya.userId] }];
    const { messages } = await jonas.client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
    expect(messages).toMatchObject([{ content: '<p>psst</p>' }]);
  });
}
