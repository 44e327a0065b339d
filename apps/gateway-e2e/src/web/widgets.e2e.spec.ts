/// <reference lib="dom" />

import { startChromium } from '@chat/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import axe from 'axe-core';
import type { Browser, Locator } from 'playwright-core';
import { holdResponse } from '../support/held-response.js';
import { Organization, type TestUser } from '../support/organization.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import { WebClient } from '../support/web-client.js';

let system: SharedSystem;
let organization: Organization;
let browser: Browser;
let priya: TestUser;
let ana: WebClient;
let ben: WebClient;
let address: string;

beforeAll(async () => {
  system = await sharedSystem();
  [organization, browser] = await Promise.all([
    Organization.create({ ...system, domain: 'localhost' }),
    startChromium(),
  ]);
  const { owner } = organization;
  priya = await organization.addUser('Priya Raman');
  await owner.client.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'kitchen' }],
    principals: [owner.userId, priya.userId],
  });
  await owner.client.patch('/settings', { enter_sends: true });
  const { stream_id: streamId } = await owner.client.get('/get_stream_id', { stream: 'kitchen' });
  address = `#narrow/stream/${streamId}-kitchen/topic/lunch`;
  [ana, ben] = (await Promise.all([owner, priya].map((user) => open(user)))) as [WebClient, WebClient];
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await organization?.close();
}, 60_000);

async function open(user: TestUser): Promise<WebClient> {
  const client = await WebClient.start({ browser, system, organization });
  await client.signIn(user, address);
  return client;
}

const regionIn = ({ page }: WebClient, name: string): Locator =>
  page.getByRole('feed', { name: 'Messages' }).getByRole('region', { name });
const optionIn = (client: WebClient, name: string): Locator =>
  regionIn(client, 'Lunch?').getByRole('button', { name, exact: true });

/** Ends when both see the option with this name, which has its votes, and with these voters. */
async function bothSee(name: string, voters: string, ofOther: string): Promise<void> {
  for (const [client, description] of [[ana, voters] as const, [ben, ofOther] as const]) {
    const option = optionIn(client, name);
    await option.waitFor();
    const item = regionIn(client, 'Lunch?')
      .getByRole('listitem')
      .filter({ has: client.page.getByRole('button', { name, exact: true }) });
    expect(await item.locator('small').allTextContents()).toEqual(description === '' ? [] : [description]);
  }
}

/** Runs in the page. Ends when no color is on its way to another one. */
async function untilColored(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}

describe('a poll in two browsers', () => {
  it('shows each vote of each person once, at once and after a reload', async () => {
    const box = ana.page.getByRole('form', { name: 'Compose' }).getByRole('textbox', { name: 'Message' });
    await box.pressSequentially('/po');
    await ana.page.getByRole('option', { name: /^poll/ }).waitFor();
    await box.press('Tab');
    await box.pressSequentially('Lunch?');
    await box.press('Shift+Enter');
    await box.pressSequentially('- soup');
    await box.press('Enter');
    await bothSee('soup no votes', '', '');

    await Promise.all([ana, ben].map((client) => optionIn(client, 'soup no votes').click()));
    await bothSee('soup 2 votes', 'You and Priya Raman', `You and ${organization.owner.fullName}`);
    expect(await optionIn(ana, 'soup 2 votes').getAttribute('aria-pressed')).toBe('true');

    await ben.page.reload();
    await bothSee('soup 2 votes', 'You and Priya Raman', `You and ${organization.owner.fullName}`);
    await optionIn(ben, 'soup 2 votes').click();
    await bothSee('soup one vote', 'You', organization.owner.fullName);
  }, 90_000);

  it('counts a vote although the vote of another person arrives between press and release', async () => {
    await optionIn(ana, 'soup one vote').click();
    await bothSee('soup no votes', '', '');
    const { x = 0, y = 0, height = 0 } = (await optionIn(ben, 'soup no votes').boundingBox()) ?? {};
    await ben.page.mouse.move(x + 30, y + height / 2);
    await ben.page.mouse.down();
    await optionIn(ana, 'soup no votes').click();
    await optionIn(ben, 'soup one vote').waitFor();
    await ben.page.mouse.up();
    await bothSee('soup 2 votes', 'You and Priya Raman', `You and ${organization.owner.fullName}`);
    await optionIn(ben, 'soup 2 votes').click();
    await bothSee('soup one vote', 'You', organization.owner.fullName);
  }, 60_000);

  it('takes options of everyone, also before the response to a vote, and another question of its author', async () => {
    const response = await holdResponse(ben.page, '/json/submessage');
    await optionIn(ben, 'soup one vote').click();
    await optionIn(ben, 'soup 2 votes').waitFor();
    const field = regionIn(ben, 'Lunch?').getByRole('textbox', { name: 'New option' });
    await field.fill('salad');
    await field.press('Enter');
    await response.arrived();
    await response.release();
    await bothSee('salad no votes', '', '');
    await field.fill('salad');
    await field.press('Enter');
    await regionIn(ben, 'Lunch?').getByRole('alert').filter({ hasText: 'The list has it already.' }).waitFor();

    expect(await regionIn(ben, 'Lunch?').getByRole('button', { name: 'Edit question' }).count()).toBe(0);
    await regionIn(ana, 'Lunch?').getByRole('button', { name: 'Edit question' }).click();
    const question = regionIn(ana, 'Lunch?').getByRole('textbox', { name: 'Question' });
    await question.fill('Dinner?');
    await question.press('Enter');

    for (const client of [ana, ben]) await regionIn(client, 'Dinner?').waitFor();
    const edit = regionIn(ana, 'Dinner?').getByRole('button', { name: 'Edit question' });
    await edit.and(ana.page.locator(':focus')).waitFor();
  }, 60_000);
});

describe('other widgets', () => {
  it('are to-do lists, which everyone extends and checks off', async () => {
    await priya.client.post('/messages', { type: 'stream', to: 'kitchen', topic: 'lunch', content: '/todo' });
    const field = regionIn(ana, 'To-do list').getByRole('textbox', { name: 'New task' });
    await field.fill('Buy milk');
    await field.press('Enter');
    const task = (client: WebClient) => regionIn(client, 'To-do list').getByRole('checkbox', { name: 'Buy milk' });
    await task(ben).click();

    await regionIn(ana, 'To-do list').getByRole('checkbox', { name: 'Buy milk', checked: true }).waitFor();
  }, 60_000);

  it('are forms, with choices that reply', async () => {
    const choices = [{ short_name: 'A', long_name: 'Soup', reply: 'soup, please' }];
    await organization.owner.client.post('/messages', {
      ...{ type: 'stream', to: 'kitchen', topic: 'lunch', content: 'A: soup' },
      widget_content: JSON.stringify({
        widget_type: 'zform',
        extra_data: { type: 'choices', heading: 'Order', choices },
      }),
    });
    await regionIn(ben, 'Order').getByRole('button', { name: 'A Soup' }).click();

    await ana.page
      .getByRole('article', { name: /^Priya Raman/ })
      .getByText('soup, please')
      .waitFor();
  }, 60_000);

  it('have no violation of the rules of axe, in light and in dark', async () => {
    await ana.page.evaluate(axe.source);
    for (const colorScheme of ['light', 'dark'] as const) {
      await ana.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await ana.page.evaluate(untilColored);

      const { violations } = await ana.page.evaluate(() => axe.run('main'));

      expect(violations.flatMap(({ id: rule, nodes }) => nodes.map(({ html }) => `${rule}: ${html}`))).toEqual([]);
    }
    expect([...ana.faults, ...ben.faults]).toEqual([]);
  }, 60_000);
});
