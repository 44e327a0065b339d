/// <reference lib="dom" />

import { startChromium } from '@chat/browser';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { Organization } from '../support/organization.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import { WebClient } from '../support/web-client.js';
import { EventRequests } from './event-requests.js';

const TABS = 8;
const RIGHT_AGAIN_WITHIN_MS = 10_000;
/** A page registers the service worker so long after its start. */
const REGISTERS_AFTER_MS = 3_000;
const UNANSWERED = ['**/json/register', '**/json/messages*'];

let system: SharedSystem;
let organization: Organization;
let browser: Browser;
let first: WebClient;
let tabs: WebClient[];
let streamId: number;
let requests: EventRequests;

beforeAll(async () => {
  system = await sharedSystem();
  [organization, browser] = await Promise.all([
    Organization.create({ ...system, domain: 'localhost' }),
    startChromium(),
  ]);
  const { client } = organization.owner;
  await client.post('/users/me/subscriptions', { subscriptions: [{ name: 'river' }] });
  streamId = (await client.get('/get_stream_id', { stream: 'river' })).stream_id;
  first = await WebClient.start({ browser, system, organization });
  requests = new EventRequests(first.profile);
  await first.signIn(organization.owner);
}, 240_000);
afterAll(async () => {
  await first?.close();
  await browser?.close();
  await organization?.close();
}, 60_000);

const streamIn = ({ page }: WebClient, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Streams' }).getByRole('link', { name }).first();
const messageIn = ({ page }: WebClient, text: string) => page.getByRole('article').filter({ hasText: text });
const rename = (name: string) => organization.owner.client.patch(`/streams/${streamId}`, { new_name: name });

/** Ends the process of the tab as the system does without memory. */
async function kill(page: Page): Promise<void> {
  for (const tab of tabs) tab.page.once('crash', (gone) => requests.crashed.add(gone));
  const session = await first.profile.newCDPSession(page);
  const end = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => undefined);
  await end;
}

/** A killed tab may end the service worker with it. Until the worker runs again, `setOffline` of Playwright waits for it. */
const startServiceWorker = ({ page }: WebClient): Promise<void> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.postMessage('start'));

/** Messages that the browser keeps for the next start, as text. */
const storedMessages = ({ page }: WebClient): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('chat');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('client').objectStore('client').get('views');
          reading.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(reading.result?.views ?? null));
          };
        };
      }),
  );

/** A tab in the seconds before it registers the service worker. */
interface YoungTab {
  readonly timers: Map<unknown, () => void>;
  register(): void;
}

async function youngTab(): Promise<WebClient> {
  const tab = await first.tab();
  await tab.page.addInitScript(holdTimers, REGISTERS_AFTER_MS);
  await tab.open();
  await tab.page.waitForFunction(() => (window as unknown as YoungTab).timers.size > 0);
  return tab;
}

/** Runs in the page before its scripts: timers of this length do not end. */
function holdTimers(heldMs: number): void {
  const timers = new Map<unknown, () => void>();
  const { setTimeout, clearTimeout } = window;
  const set = (callback: () => void, ms?: number, ...values: unknown[]) => {
    if (ms !== heldMs) return setTimeout(callback, ms, ...values);
    const timer = setTimeout(() => undefined, 1_000 * heldMs);
    timers.set(timer, callback);
    return timer;
  };
  const clear = (timer?: number) => {
    timers.delete(timer);
    clearTimeout(timer);
  };
  Object.assign(window, { timers, setTimeout: set, clearTimeout: clear });
}

/** Runs in the page, which leaves its address and stays as it is: as one that takes its time. */
function stay(): void {
  const { navigation } = window as unknown as { navigation: EventTarget };
  navigation.addEventListener('navigate', (event) => (event as Event & { intercept(): void }).intercept());
}

/** Runs in the page. */
function endTimers(): void {
  for (const end of (window as unknown as YoungTab).timers.values()) end();
}

/** Runs in the page: the registration begins, and goes on when the test says so. */
function registerSlowly(): void {
  const { serviceWorker } = navigator;
  const register = serviceWorker.register.bind(serviceWorker);
  const released = new Promise<void>((resolve) => Object.assign(window, { register: resolve }));
  serviceWorker.register = (...address) => released.then(() => register(...address));
  for (const end of (window as unknown as YoungTab).timers.values()) end();
}

describe('eight tabs of a browser, over HTTP/1.1', () => {
  it('show the same, with one registration and one poll', async () => {
    tabs = [first];
    for (let n = 1; n < TABS; n++) tabs.push(await first.tab());
    await Promise.all(tabs.slice(1).map((tab) => tab.open()));
    await Promise.all(tabs.map((tab) => streamIn(tab, 'river').waitFor()));

    await rename('lake');

    await Promise.all(tabs.map((tab) => streamIn(tab, 'lake').waitFor()));
    await requests.leader();
    expect(requests.registrations).toBe(1);
  });

  it.each([
    ['closed', 'sea', (page: Page) => page.close()],
    ['killed', 'bay', kill],
  ])('lose nothing when the polling one is %s', async (_, name, end) => {
    const { page, queueId } = await requests.leader();

    await Promise.all([end(page), rename(name)]);

    tabs = tabs.filter((tab) => requests.isAlive(tab.page));
    for (const gone of requests.crashed) await gone.close();
    expect(tabs.length).toBeGreaterThan(1);
    await startServiceWorker(tabs[0] as WebClient);
    await Promise.all(tabs.map((tab) => streamIn(tab, name).waitFor()));
    expect((await requests.leader()).queueId).toBe(queueId);
    expect(requests.registrations).toBe(1);
  });

  it('register again behind the view when the queue is gone', async () => {
    const { queueId } = await requests.leader();
    const [tab] = tabs as [WebClient];
    const row = await streamIn(tab, 'bay').elementHandle();

    await organization.owner.client.delete('/events', { queue_id: queueId });
    await rename('ocean');

    await Promise.all(tabs.map((each) => streamIn(each, 'ocean').waitFor()));
    expect(await row?.evaluate((element) => element.isConnected)).toBe(true);
    expect(requests.registrations).toBe(2);
  });

  it('say that the network is away, and are right within ten seconds of its return', async () => {
    const statuses = tabs.map(({ page }) => page.getByRole('status', { name: 'Connection' }));
    await first.profile.setOffline(true);
    await Promise.all(statuses.map((status) => status.getByText('No connection').waitFor()));
    await rename('spring');

    await first.profile.setOffline(false);

    const timeout = RIGHT_AGAIN_WITHIN_MS;
    await Promise.all(tabs.map((tab) => streamIn(tab, 'spring').waitFor({ timeout })));
    await Promise.all(statuses.map((status) => status.getByText('No connection').waitFor({ state: 'hidden' })));
  });

  it('show the stored state and messages at the next start before the server answers', async () => {
    const [tab] = tabs as [WebClient];
    const view = `#narrow/stream/${streamId}-spring/topic/rain`;
    const rain = { type: 'stream', to: streamId, topic: 'rain', content: 'from yesterday' };
    await organization.owner.client.post('/messages', rain);
    await tab.open(view);
    await messageIn(tab, 'from yesterday').waitFor();
    await eventually(async () => (await storedMessages(tab)).includes('from yesterday'), {
      what: 'the stored message',
    });
    const later = await first.tab();
    await Promise.all(tabs.map(({ page }) => page.close()));
    for (const path of UNANSWERED) await later.page.route(path, () => undefined);
    await later.open(view);

    await messageIn(later, 'from yesterday').waitFor();
    // The state is stored once a minute: it may have an earlier name.
    await streamIn(later, /^(river|lake|sea|bay|ocean|spring)/).waitFor();

    expect(tab.page.isClosed()).toBe(true);
    for (const path of UNANSWERED) await later.page.unroute(path);
    tabs = [later, await later.tab()];
    await Promise.all(tabs.map((each) => each.open()));
    await Promise.all(tabs.map((each) => streamIn(each, 'spring').waitFor()));
  });

  it('open without the network, show loaded messages, and send written ones later', async () => {
    const [tab, ...others] = tabs as [WebClient, ...WebClient[]];
    await Promise.all(others.map(({ page }) => page.close()));
    await tab.open(`#narrow/stream/${streamId}-spring/topic/rain`);
    await messageIn(tab, 'from yesterday').waitFor();
    await eventually(() => tab.page.evaluate(async () => (await caches.match('/')) !== undefined), {
      what: 'the kept page',
    });
    const compose = tab.page.getByRole('form', { name: 'Compose' });
    const unsent = tab.page.getByRole('article').filter({ hasText: 'from the tunnel' });

    await first.profile.setOffline(true);
    await compose.getByRole('textbox', { name: 'Message' }).fill('from the tunnel');
    await compose.getByRole('button', { name: 'Send' }).click();
    await unsent.waitFor();
    await tab.page.reload();

    await messageIn(tab, 'from yesterday').waitFor();
    await unsent.waitFor();
    await tab.open('#drafts');
    await tab.page.reload();
    await tab.page.getByRole('status', { name: 'Connection' }).getByText('No connection').waitFor();
    const { client } = organization.owner;
    const newest = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [] };
    await first.profile.setOffline(false);

    await eventually(async () => (await client.get('/messages', newest)).messages[0]?.content.includes('tunnel'), {
      what: 'the message that was written without the network',
    });
    tabs = [tab, await tab.tab()];
    await Promise.all(tabs.map((each) => each.open()));
    await Promise.all(tabs.map((each) => streamIn(each, 'spring').waitFor()));
  });

  it('all show the sign-in page after one signs out, and nothing stays stored', async () => {
    const [tab, other] = tabs as [WebClient, WebClient];
    const young = await youngTab();
    const registering = await youngTab();
    await registering.page.evaluate(registerSlowly);
    await young.page.evaluate(stay);
    await other.page.evaluate(() => sessionStorage.setItem('chat.edits.1', 'an edited text'));
    await tab.page.getByRole('button', { name: /^Account/ }).click();
    await tab.page.getByRole('menuitem', { name: 'Sign out' }).click();

    await young.page.waitForURL('**/login/**');
    await young.page.evaluate(endTimers);
    await young.page.reload();
    await registering.page.evaluate(() => (window as unknown as YoungTab).register());
    for (const { page } of [tab, other, young, registering])
      await page.getByRole('textbox', { name: 'Email' }).waitFor();
    const stored = await other.page.evaluate(async () => [
      (await indexedDB.databases()).map(({ name }) => name),
      { ...localStorage },
      { ...sessionStorage },
      await caches.keys(),
      (await navigator.serviceWorker.getRegistrations()).length,
    ]);
    expect(stored).toEqual([[], {}, {}, [], 0]);
    const faults = [...tab.faults, ...other.faults].filter((fault) => !fault.includes('//secure.gravatar.com/'));
    expect(faults).toEqual([]);
  });
});
