import { expect, it } from '@jest/globals';
import { decidedFaults } from '../../pages/page-faults.js';
import { box, form, shown, type WritingScene } from './writing-scene.js';

/** Notes and questions about people before a text is sent. */
export function mentionedPeople(sceneOf: () => WritingScene): void {
  it('names mentioned people that would not see it', async () => {
    const { organization, priya, writer } = sceneOf();
    const kim = await organization.addUser('Kim Outside');
    const note = form(writer).getByText('Kim Outside does not see this conversation and gets no notification.');
    await box(writer).fill('ask @**Jonas Weber** and @**Kim Outside**');
    await note.waitFor();
    expect(await form(writer).getByText('Jonas Weber does not see').count()).toBe(0);

    await priya.client.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'design' }],
      principals: [kim.userId],
    });

    await note.waitFor({ state: 'detached' });
  });

  it('with a wildcard waits for a confirmation in a big stream, and for none in a small one', async () => {
    const { organization, priya, writer } = sceneOf();
    const question = writer.page.getByRole('alertdialog', { name: /^Notify \d+ people\?$/ });
    await box(writer).fill('all of you: @**all**');
    await box(writer).press('Enter');
    await shown(writer, 'all of you');
    const crowd = await Promise.all(Array.from({ length: 16 }, (_, n) => organization.addUser(`Crowd ${n}`)));
    await priya.client.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'design' }],
      principals: crowd.map(({ userId }) => userId),
    });

    // By default, moderators and administrators only.
    await organization.owner.client.patch('/realm', { wildcard_mention_policy: 1 });

    await box(writer).fill('really all: @**all**');
    await box(writer).press('Enter');
    await question.waitFor();
    expect(await decidedFaults(writer.page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await box(writer).inputValue()).toBe('really all: @**all**');
    // The text has the focus again.
    await writer.page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Send' }).click();

    await shown(writer, 'really all');
  });
}
