import { eventually } from '@chat/testing';
import { expect, it } from '@jest/globals';
import type { Route } from 'playwright-core';
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
    const request = writer.page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/messages'));
    await writer.page.keyboard.press('Enter');
    const sentWith = new URLSearchParams((await request).postData() ?? '');
    for (const name of ['queue_id', 'local_id']) expect(sentWith.get(name)).toMatch(/\w/);

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
    await box(writer).press('End');
    await box(writer).pressSequentially(' @jon');
    const suggestions = writer.page.getByRole('listbox', { name: 'Suggestions' });
    await suggestions.waitFor();
    await box(writer).press('Escape');
    await suggestions.waitFor({ state: 'detached' });
    // The first Escape closes the list only.
    await box(writer).and(writer.page.locator(':focus')).waitFor();
    await box(writer).press('Escape');
    expect(await box(writer).inputValue()).toBe('half a sentence @jon');
    await box(writer).fill('half a sentence');
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
    const refuse = (route: Route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not today' } })
        : route.continue();
    await writer.page.route('**/json/messages', refuse);
    await box(writer).fill('too early');
    await box(writer).press('Enter');
    const refused = articles(writer).filter({ hasText: 'too early' });
    await refused.getByRole('alert').filter({ hasText: 'Not today' }).waitFor();
    await writer.page.unroute('**/json/messages');

    await refused.getByRole('button', { name: 'Edit' }).click();
    expect(await box(writer).inputValue()).toBe('too early');
    await writer.page.route('**/json/messages', refuse);
    await box(writer).press('Enter');
    await refused.getByRole('alert').waitFor();
    await box(writer).fill('never');
    await box(writer).press('Enter');
    const dropped = articles(writer).filter({ hasText: 'never' });
    await dropped.getByRole('button', { name: 'Drop' }).click();
    await dropped.waitFor({ state: 'detached' });
    await writer.page.unroute('**/json/messages');
    await refused.getByRole('button', { name: 'Send again' }).click();
    await shown(writer, 'too early');
    expect(await box(writer).inputValue()).toBe('');
  });

  it('is scheduled by the menu', async () => {
    const { priya, streamId, writer } = sceneOf();
    await box(writer).fill('good morning');
    await form(writer).getByRole('button', { name: 'Schedule' }).click();
    await writer.page.getByRole('menuitem', { name: 'Tomorrow' }).click();

    await eventually(async () => (await box(writer).inputValue()) === '');
    const scheduled = async () => (await priya.client.get('/scheduled_messages')).scheduled_messages;
    expect(await scheduled()).toMatchObject([{ content: 'good morning', topic: 'logo', to: streamId }]);

    await box(writer).fill('good day');
    await form(writer).getByRole('button', { name: 'Schedule' }).click();
    await writer.page.getByRole('menuitem', { name: 'Choose a time' }).click();
    const dialog = writer.page.getByRole('dialog', { name: 'Choose a time' });
    const confirm = dialog.getByRole('button', { name: 'Schedule' });
    await dialog.getByLabel('Time').fill('2020-01-01T12:00');
    await confirm.click();
    await dialog.getByRole('alert').filter({ hasText: 'in the future' }).waitFor();
    await dialog.getByLabel('Time').fill('2035-05-06T07:08');
    const atMs = await writer.page.evaluate(() => new Date(2035, 4, 6, 7, 8).getTime());
    await confirm.click();

    await eventually(async () => (await box(writer).inputValue()) === '');
    const time = { scheduled_delivery_timestamp: atMs / 1_000 };
    expect(await scheduled()).toContainEqual(expect.objectContaining({ content: 'good day', ...time }));
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
