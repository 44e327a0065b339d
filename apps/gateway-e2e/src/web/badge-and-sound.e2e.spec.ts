/// <reference lib="dom" />

import { eventually } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { WebClient } from '../support/web-client.js';
import { startTwoPeople, type TwoPeople } from './two-people.js';

let people: TwoPeople;
let ada: TwoPeople['ada'];
let client: WebClient;
beforeAll(async () => {
  people = await startTwoPeople();
  ({ ada } = people);
  await ada.client.patch('/settings', { notification_sound: 'chime' });
  client = await people.open('#inbox');
  await client.page.evaluate(observe);
}, 240_000);
beforeEach(() => ada.client.post('/mark_all_as_read', {}));
afterAll(async () => {
  await client?.close();
  await people?.close();
}, 60_000);

/** Calls that the page made to the system. */
interface Observed {
  /** Numbers on the icon. */
  readonly badges: readonly number[];
  /** Frequencies in hertz. */
  readonly voices: readonly number[];
}

/** Runs in the page: the icon and the loudspeaker stand outside. */
function observe(): void {
  const badges: number[] = [];
  const voices: number[] = [];
  const note = async (count = 0) => void badges.push(count);
  Object.assign(navigator, { setAppBadge: note, clearAppBadge: () => note() });
  const { OscillatorNode: Voice } = window;
  class Heard extends Voice {
    override start(at?: number): void {
      voices.push(Math.round(this.frequency.value));
      super.start(at);
    }
  }
  Object.assign(window, { OscillatorNode: Heard, observed: { badges, voices } });
}

const observed = () => client.page.evaluate(() => (window as unknown as { observed: Observed }).observed);
const badge = async () => (await observed()).badges.at(-1);
const inTitle = async () => Number(/^\((\d+)\)/.exec(await client.page.title())?.[1] ?? 0);
const writeToAda = (content: string) =>
  people.ben.client.post('/messages', { type: 'private', to: [ada.userId], content });

it('the sound of the settings is played for a direct message, and for none while sounds are off', async () => {
  // A page in which the reader has done nothing is silent.
  await client.heading.click();
  await writeToAda('Ping');
  await eventually(async () => (await observed()).voices.length > 0);
  // E, C and G of "chime".
  expect((await observed()).voices).toEqual([1319, 1047, 784]);

  await ada.client.patch('/settings', { enable_sounds: false });
  // One sound is enough for the messages of two seconds: these have passed.
  await client.page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 2_000;
  });
  await writeToAda('Quiet');
  await eventually(async () => (await inTitle()) === 2);
  await client.page.evaluate(async () => void (await navigator.locks.query()));
  expect((await observed()).voices).toHaveLength(3);
  await ada.client.patch('/settings', { enable_sounds: true });
});

it('the badge on the icon has the number of the title, and goes when all is read', async () => {
  await eventually(async () => (await inTitle()) === 0);
  for (const content of ['One', 'two', 'three']) await writeToAda(content);
  await eventually(async () => (await badge()) === 3);
  expect(await client.page.title()).toMatch(/^\(3\) Inbox/);

  await ada.client.post('/mark_all_as_read', {});
  await eventually(async () => (await badge()) === 0);
  expect(await client.page.title()).toMatch(/^Inbox/);
});

it('the icon counts by the setting: direct messages and mentions, or nothing', async () => {
  await ada.client.patch('/settings', { desktop_icon_count_display: 2 });
  await people.write('Logo', 'not counted');
  await writeToAda('counted');
  await eventually(async () => (await badge()) === 1);
  expect(await inTitle()).toBe(1);

  await ada.client.patch('/settings', { desktop_icon_count_display: 3 });
  await eventually(async () => (await badge()) === 0);
  expect(await inTitle()).toBe(0);
  await ada.client.patch('/settings', { desktop_icon_count_display: 1 });
  expect(client.faults).toEqual([]);
});
