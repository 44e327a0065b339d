import { eventually } from '@chat/testing';
import { expect, it } from '@jest/globals';
import { decidedFaults } from '../../pages/page-faults.js';
import { holdResponse } from '../../support/held-response.js';
import { WebClient } from '../../support/web-client.js';
import { articles, box, form, shown, type WritingScene } from './writing-scene.js';

/** A text on its way from the box to its conversation. */
export function sentTexts(sceneOf: () => WritingScene): void {
  it('completes a mention by keys, and goes to its conversation by Enter, once', async () => {
    const { jonas, streamId, writer } = sceneOf();
    await box(writer).pressSequentially('ask @jon');
    await writer.page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().waitFor();
    await writer.page.keyboard.press('Tab');
    expect(await box(writer).inputValue()).toBe('ask @**Jonas Weber** ');
    await box(writer).pressSequentially('please');
    const response = await holdResponse(writer.page, '/json/messages');
    await writer.page.keyboard.press('Enter');

    // The event comes before the response.
    await shown(writer, 'ask @Jonas Weber please');
    expect(await articles(writer).count()).toBe(1);
    await response.arrived();
    await response.release();
    expect(await articles(writer).count()).toBe(1);
    expect(await box(writer).inputValue()).toBe('');
    const { messages } = await jonas.client.get('/messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [],
    });
    const sent = messages.filter(({ content }: { content: string }) => content.includes('please'));
    expect(sent).toMatchObject([{ subject: 'logo', stream_id: streamId }]);
  });

  it('stays with its conversation over views, Escape, a reload and another device', async () => {
    const { system, organization, browser, priya, writer, topic } = sceneOf();
    await box(writer).fill('half a sentence');
    await writer.open(topic('other'));
    await writer.page.getByRole('heading', { level: 1, name: 'other' }).waitFor();
    expect(await box(writer).inputValue()).toBe('');
    await writer.open(topic('logo'));
    await box(writer).press('Escape');
    expect(await box(writer).inputValue()).toBe('half a sentence');
    await writer.page.reload();
    await box(writer).waitFor();
    expect(await box(writer).inputValue()).toBe('half a sentence');

    await eventually(async () => {
      const { drafts } = await priya.client.get('/drafts');
      return drafts.some(({ content }: { content: string }) => content === 'half a sentence');
    });
    const phone = await WebClient.start({ browser, system, organization });
    await phone.signIn(priya, topic('logo'));
    await eventually(async () => (await box(phone).inputValue()) === 'half a sentence');
    await phone.close();
    await box(writer).fill('');
  });

  it('goes along with its topic, which another person renames', async () => {
    const { jonas, streamId, writer, topic } = sceneOf();
    const soup = { type: 'stream', to: streamId, topic: 'lunch', content: 'Soup?' };
    const { id } = await jonas.client.post('/messages', soup);
    await writer.open(topic('lunch'));
    await shown(writer, 'Soup?');
    await box(writer).pressSequentially('yes, at ');

    await jonas.client.patch(`/messages/${id}`, { topic: 'dinner', propagate_mode: 'change_all' });

    await writer.page.getByRole('heading', { level: 1, name: 'dinner' }).waitFor();
    expect(new URL(writer.page.url()).hash).toBe(topic('dinner'));
    await writer.page.keyboard.type('noon');
    expect(await box(writer).inputValue()).toBe('yes, at noon');
    await shown(writer, 'Soup?');
    await writer.open(topic('lunch'));
    await writer.page.getByRole('heading', { level: 1, name: 'lunch' }).waitFor();
    expect(await box(writer).inputValue()).toBe('');
  });

  it('stays when the letters of its topic change their case', async () => {
    const { jonas, streamId, writer, topic } = sceneOf();
    const supper = { type: 'stream', to: streamId, topic: 'Supper', content: 'Bread?' };
    const { id } = await jonas.client.post('/messages', supper);
    await writer.open(topic('Supper'));
    await shown(writer, 'Bread?');
    await box(writer).pressSequentially('with salt');

    await jonas.client.patch(`/messages/${id}`, { topic: 'supper', propagate_mode: 'change_all' });

    await writer.page.getByRole('heading', { level: 1, name: 'supper', exact: true }).waitFor();
    expect(await box(writer).inputValue()).toBe('with salt');
    await box(writer).fill('');
  });

  it('for a stream that is archived meanwhile stays in the list of drafts', async () => {
    const { organization, priya, writer } = sceneOf();
    await priya.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'short-lived' }] });
    const { stream_id: id } = await priya.client.get('/get_stream_id', { stream: 'short-lived' });
    await writer.open(`#narrow/stream/${id}-short-lived/topic/plans`);
    await box(writer).pressSequentially('half a plan');

    await organization.owner.client.delete(`/streams/${id}`);

    await writer.page.getByRole('heading', { level: 1, name: 'This stream is gone' }).waitFor();
    await writer.page.getByRole('button', { name: 'Your text is in the drafts' }).click();
    const draft = writer.page.getByRole('listitem').filter({ hasText: 'half a plan' });
    await draft.getByRole('button', { name: 'Copy text' }).waitFor();
    expect(await draft.getByRole('link').count()).toBe(0);
    await draft.getByRole('button', { name: 'Delete draft' }).click();
    await draft.waitFor({ state: 'detached' });
  });

  it('of an edited message comes back after another view and after a reload', async () => {
    const { priya, streamId, writer, topic } = sceneOf();
    const sent = { type: 'stream', to: streamId, topic: 'edits', content: 'at noon' };
    await priya.client.post('/messages', sent);
    await writer.open(topic('edits'));
    await shown(writer, 'at noon');
    await articles(writer).focus();
    await articles(writer).getByRole('button', { name: 'More actions' }).click();
    await writer.page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    const edited = writer.page.getByRole('textbox', { name: 'Edit message' });
    await edited.fill('at one, or');

    await writer.open(topic('other'));
    await writer.page.getByRole('heading', { level: 1, name: 'other' }).waitFor();
    await writer.open(topic('edits'));
    await eventually(async () => (await edited.inputValue()) === 'at one, or');
    await writer.page.reload();
    await eventually(async () => (await edited.inputValue()) === 'at one, or');

    await edited.fill('at one');
    await writer.page.getByRole('button', { name: 'Save' }).click();
    await edited.waitFor({ state: 'detached' });
    await writer.page.reload();
    await shown(writer, 'at one');
    expect(await edited.count()).toBe(0);
  });

  it('of an edited message goes to the box of the conversation if the message is deleted', async () => {
    const { organization, priya, streamId, writer, topic } = sceneOf();
    const sent = { type: 'stream', to: streamId, topic: 'deleted', content: 'at noon' };
    const { id } = await priya.client.post('/messages', sent);
    await writer.open(topic('deleted'));
    await shown(writer, 'at noon');
    await articles(writer).focus();
    await writer.page.keyboard.press('e');
    const edited = writer.page.getByRole('textbox', { name: 'Edit message' });
    await edited.and(writer.page.locator(':focus')).waitFor();
    await edited.fill('at one, or');

    await organization.owner.client.delete(`/messages/${id}`);

    await edited.waitFor({ state: 'detached' });
    await eventually(async () => (await box(writer).inputValue()) === 'at one, or');
    await box(writer).fill('');
  });

  it('is sent after the network returns, and is on the screen until then', async () => {
    const { writer } = sceneOf();
    await writer.profile.setOffline(true);
    await box(writer).fill('from the train');
    await box(writer).press('Enter');
    const unsent = articles(writer).filter({ hasText: 'from the train' });
    await unsent.getByRole('status').filter({ hasText: 'Sending' }).waitFor();
    const last = articles(writer).last();
    expect(await last.getAttribute('aria-label')).toMatch(/^Priya Raman, /);
    expect(await last.textContent()).toContain('from the train');
    const count = await articles(writer).count();
    expect(await last.getAttribute('aria-posinset')).toBe(`${count}`);
    await writer.profile.setOffline(false);

    await unsent.getByRole('status').waitFor({ state: 'detached' });
    await shown(writer, 'from the train');
    expect(await writer.page.getByText('from the train').count()).toBe(1);
    expect(await articles(writer).count()).toBe(count);
  });

  it('is given back with the reason if the server refuses it', async () => {
    const { writer, topic } = sceneOf();
    await writer.open(topic('closed'));
    await writer.page.route('**/json/messages', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not today' } })
        : route.continue(),
    );
    await box(writer).fill('too early');
    await box(writer).press('Enter');
    const refused = articles(writer).filter({ hasText: 'too early' });
    await refused.getByRole('alert').filter({ hasText: 'Not today' }).waitFor();
    await writer.page.unroute('**/json/messages');

    await refused.getByRole('button', { name: 'Edit' }).click();
    expect(await box(writer).inputValue()).toBe('too early');
    await form(writer).getByRole('button', { name: 'Send' }).click();
    await shown(writer, 'too early');
  });

  it('is scheduled by the menu', async () => {
    const { priya, streamId, writer } = sceneOf();
    await box(writer).fill('good morning');
    await form(writer).getByRole('button', { name: 'Schedule' }).click();
    await writer.page.getByRole('menuitem', { name: 'Tomorrow' }).click();

    await eventually(async () => (await box(writer).inputValue()) === '');
    const { scheduled_messages: scheduled } = await priya.client.get('/scheduled_messages');
    expect(scheduled).toMatchObject([{ content: 'good morning', topic: 'logo', to: streamId }]);
  });

  it('that is written while an earlier one is being scheduled stays', async () => {
    const { writer } = sceneOf();
    await box(writer).fill('good night');
    const response = await holdResponse(writer.page, '/json/scheduled_messages');
    await form(writer).getByRole('button', { name: 'Schedule' }).click();
    await writer.page.getByRole('menuitem', { name: 'In an hour' }).click();
    await response.arrived();
    await box(writer).press('End');
    await box(writer).pressSequentially(' and more');
    await response.release();

    await eventually(async () => (await box(writer).inputValue()) === 'and more');
    await box(writer).fill('');
  });
}

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
