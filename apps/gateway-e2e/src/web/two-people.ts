import { startChromium } from '@chat/browser';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { Organization, type TestUser } from '../support/organization.js';
import { SessionProfiles } from '../support/session-profiles.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import type { WebClient } from '../support/web-client.js';

export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** One pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Ada and Ben, their streams and first messages, and a browser for Ada. */
export interface TwoPeople {
  readonly system: SharedSystem;
  readonly organization: Organization;
  readonly browser: Browser;
  readonly ada: TestUser;
  readonly ben: TestUser;
  /** The id of the stream. */
  readonly design: number;
  /** Ben sends to the stream "design". */
  readonly write: (topic: string, content: string) => Promise<{ id: number }>;
  /** Ada opens a view in a new profile. */
  readonly open: (fragment: string, context?: BrowserContextOptions) => Promise<WebClient>;
  readonly close: () => Promise<void>;
}

/** `context`: options of all profiles. */
export async function startTwoPeople(context: BrowserContextOptions = {}): Promise<TwoPeople> {
  const system = await sharedSystem();
  const [organization, browser] = await Promise.all([
    Organization.create({ ...system, domain: 'localhost' }),
    startChromium(),
  ]);
  const ada = await organization.addUser('Ada Lovelace');
  const ben = await organization.addUser('Ben Okri');
  const subscribe = (names: object[], more: object = {}) =>
    ada.client.post('/users/me/subscriptions', { subscriptions: names, principals: [ada.userId, ben.userId], ...more });
  await subscribe([{ name: 'design' }, { name: 'noise' }]);
  await subscribe([{ name: 'hiring' }], { invite_only: true });
  const { subscriptions } = await ada.client.get('/users/me/subscriptions');
  const idOf = (name: string) => subscriptions.find((stream: { name: string }) => stream.name === name).stream_id;
  const design = idOf('design');
  await ben.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'garden' }] });
  await ada.client.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: idOf('noise'), property: 'is_muted', value: true }],
  });
  const write = (topic: string, content: string): Promise<{ id: number }> =>
    ben.client.post('/messages', { type: 'stream', to: 'design', topic, content });
  await write('Logo', 'first');
  await write('Logo', '@**Ada Lovelace** second');
  await write('Empty states', 'third');
  await ben.client.post('/messages', { type: 'private', to: [ada.userId], content: 'Lunch?' });

  const profiles = new SessionProfiles(ada, {
    ...{ browser, system, organization },
    context: { reducedMotion: 'reduce', ...context },
  });
  const open = (fragment: string, more?: BrowserContextOptions) => profiles.open(fragment, more);
  const close = async () => {
    await browser.close();
    await organization.close();
  };
  return { system, organization, browser, ada, ben, design, write, open, close };
}
