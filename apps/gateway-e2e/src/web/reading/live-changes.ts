/// <reference lib="dom" />

import { eventually } from '@chat/testing';
import { expect, it } from '@jest/globals';
import type { Locator, Route } from 'playwright-core';
import { WebClient } from '../../support/web-client.js';
import { feedOf, type ReadingScene } from './reading-scene.js';

const answerOf = (client: WebClient): Locator => feedOf(client).getByRole('article', { name: /^Rita Reader, / });
const soupOf = (client: WebClient): Locator => feedOf(client).getByRole('article', { name: /^Olga Owner, / });

/** Changes by another person, or in another tab, appear in an open view. */
export function changesByOthers(sceneOf: () => ReadingScene): void {
  it('write, react, edit and delete before each other’s eyes', async () => {
    const { owner, reader, open, send, topicAddress } = sceneOf();
    const { id } = await send(owner, 'lunch', 'Soup?');
    const [one, other] = await Promise.all([open(owner, topicAddress('lunch')), open(reader, topicAddress('lunch'))]);
    const compose = other.page.getByRole('form', { name: 'Compose' });

    await compose.getByRole('textbox', { name: 'Message' }).fill('Yes, at noon');
    await compose.getByRole('button', { name: 'Send', exact: true }).click();
    await answerOf(one).filter({ hasText: 'Yes, at noon' }).waitFor();
    expect(await answerOf(one).getAttribute('aria-posinset')).toBe('2');
    expect(await answerOf(one).getAttribute('aria-setsize')).toBe('2');
    await one.page.getByRole('log', { name: 'New messages' }).getByText('Rita Reader: Yes, at noon').waitFor();

    await owner.client.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    const soup = feedOf(other)
      .getByRole('article', { name: /^Olga Owner, / })
      .first();
    const tada = soup.getByRole('button', { name: /^tada, 1: Olga Owner/ });
    await tada.click();
    await soup.getByRole('button', { name: /^tada, 2: /, pressed: true }).waitFor();

    await answerOf(other).focus();
    await answerOf(other)
      .getByRole('toolbar', { name: 'Message actions' })
      .getByRole('button', { name: 'Star' })
      .click();
    await answerOf(other).getByRole('button', { name: 'Unstar' }).waitFor();
    await answerOf(other).getByRole('button', { name: 'More actions' }).click();
    await other.page.getByRole('menuitem', { name: 'Edit' }).click();
    await other.page.getByRole('textbox', { name: 'Edit message' }).fill('Yes, at one');
    await other.page.getByRole('button', { name: 'Save' }).click();
    await feedOf(one).getByText('Yes, at one').waitFor();
    await feedOf(one).getByText('edited').waitFor();

    await soupOf(one).focus();
    await soupOf(one).getByRole('button', { name: 'More actions' }).click();
    await one.page.getByRole('menuitem', { name: 'Delete' }).click();
    await one.page.getByRole('dialog', { name: 'Delete message' }).getByRole('button', { name: 'Delete' }).click();
    await soupOf(other).waitFor({ state: 'detached' });

    expect([...one.faults, ...other.faults]).toEqual([]);
    await Promise.all([one.close(), other.close()]);
  }, 90_000);
}

/** Flags of messages: read and starred. */
export function readMarking(sceneOf: () => ReadingScene): void {
  it('marks the messages in sight, and none after "Mark as unread from here"', async () => {
    const { owner, reader, open, send, topicAddress } = sceneOf();
    const { id } = await send(owner, 'news', 'first news');
    await send(owner, 'news', 'second news');
    const flagsOf = async () => (await reader.client.get(`/messages/${id}`)).message.flags as string[];

    const client = await open(reader, topicAddress('news'));
    await feedOf(client).getByRole('separator', { name: 'New messages' }).waitFor();
    await client.page.waitForFunction(
      () => document.querySelector('[role="feed"] button')?.textContent !== 'Mark as read',
    );
    await eventually(async () => (await flagsOf()).includes('read'));

    const message = feedOf(client).getByRole('article').first();
    await message.focus();
    await message.getByRole('button', { name: 'More actions' }).click();
    await client.page.getByRole('menuitem', { name: 'Mark as unread from here' }).click();
    await feedOf(client).getByRole('button', { name: 'Mark as read' }).waitFor();
    await client.page.mouse.move(300, 300);
    await client.page.mouse.move(500, 500);
    // The marker: a later message of the reader, after which nothing more was sent.
    await send(reader, 'news', 'a marker');
    await feedOf(client).getByText('a marker').waitFor();

    expect(await flagsOf()).not.toContain('read');
    await client.close();
  }, 60_000);
}

export function twoTabs(sceneOf: () => ReadingScene): void {
  it('both show a read mark and a star at once; a refused star is taken back, a refused mark is sent again', async () => {
    const { system, organization, browser, owner, reader } = sceneOf();
    const subscriptions = [{ name: 'pond' }];
    await owner.client.post('/users/me/subscriptions', { subscriptions, principals: [owner.userId, reader.userId] });
    const { stream_id: pond } = await owner.client.get('/get_stream_id', { stream: 'pond' });
    const frogs = { type: 'stream', to: pond, topic: 'frogs', content: 'one for two tabs' };
    const { id } = await owner.client.post('/messages', frogs);
    const flagsOf = async () => (await reader.client.get(`/messages/${id}`)).message.flags as string[];
    const address = `#narrow/stream/${pond}-pond/topic/frogs`;
    const one = await WebClient.start({ browser, system, organization });
    await one.signIn(reader, '#inbox');
    const other = await one.tab();
    await other.open('#inbox');
    const stream = other.page.getByRole('navigation', { name: 'Streams' });
    // The notice about the new stream is the other one.
    await stream.getByRole('link', { name: /^pond 2 unread/ }).waitFor();
    const held: Route[] = [];
    let isHolding = true;
    await one.page.route('**/json/messages/flags', (route) => void (isHolding ? held.push(route) : route.continue()));

    await one.open(address);
    await stream.getByRole('link', { name: /^pond 1 unread/ }).waitFor();
    await other.open(address);
    await feedOf(other).getByText('one for two tabs').waitFor();
    await feedOf(one).getByRole('article').focus();
    await feedOf(one).getByRole('button', { name: 'Star', exact: true }).click();
    await feedOf(other).getByRole('img', { name: 'Starred' }).waitFor();
    await eventually(async () => held.length === 2);
    expect(await flagsOf()).not.toEqual(expect.arrayContaining(['read']));

    isHolding = false;
    const refusal = { result: 'error', code: 'BAD_REQUEST', msg: 'Not today' };
    for (const route of held) await route.fulfill({ status: 400, json: refusal });
    await feedOf(other).getByRole('img', { name: 'Starred' }).waitFor({ state: 'detached' });
    await eventually(async () => (await flagsOf()).includes('read'));
    await one.close();
  }, 60_000);
}
