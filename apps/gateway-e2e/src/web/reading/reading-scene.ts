/// <reference lib="dom" />

import { startChromium } from '@chat/browser';
import type { Browser, Locator } from 'playwright-core';
import { Organization, type TestUser } from '../../support/organization.js';
import type { SharedSystem } from '../../support/shared-system.js';
import { WebClient } from '../../support/web-client.js';
import { insertLongHistory } from './long-history.js';

/** Messages of the topic "history". */
export const HISTORY = 3_000;
const LATE_PICTURE = '/late-picture.png';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SENTENCE = 'A line that stays where it is while other lines come and go. ';
const contents = (index: number): string => {
  if (index % 29 === 0) {
    return `<p>${index}</p><div class="message_inline_image"><a href="${LATE_PICTURE}"><img src="${LATE_PICTURE}?${index}"></a></div>`;
  }
  if (index % 13 === 0) return `<p>${index}</p><ul><li>one</li><li>two</li></ul><blockquote><p>three</p></blockquote>`;
  return `<p>${index} ${SENTENCE.repeat(1 + (index % 4))}</p>`;
};

/** An owner and a reader, a stream of both with a long history, and a browser. */
export interface ReadingScene {
  readonly system: SharedSystem;
  readonly organization: Organization;
  readonly browser: Browser;
  readonly owner: TestUser;
  readonly reader: TestUser;
  /** The id of the first message of the history. */
  readonly first: number;
  readonly topicAddress: (topic: string, near?: number) => string;
  /** Sends to the stream. */
  readonly send: (user: TestUser, topic: string, content: string) => Promise<{ id: number }>;
  /** Opens the address as a user, with the messages on the screen. */
  readonly open: (user: TestUser, address: string) => Promise<WebClient>;
  readonly close: () => Promise<void>;
}

export async function startReadingScene(system: SharedSystem): Promise<ReadingScene> {
  const [organization, browser] = await Promise.all([
    Organization.create({ ...system, domain: 'localhost' }),
    startChromium(),
  ]);
  const { owner } = organization;
  const reader = await organization.addUser('Rita Reader');
  await owner.client.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'garden' }],
    principals: [owner.userId, reader.userId],
  });
  const { stream_id: streamId } = await owner.client.get('/get_stream_id', { stream: 'garden' });
  await owner.client.patch('/realm', { message_content_edit_limit_seconds: 'unlimited' });
  const first = await insertLongHistory({
    ...{ databaseUrl: system.databaseUrl, realmId: organization.realmId, streamId, senderId: owner.userId },
    ...{ topic: 'history', count: HISTORY, html: contents },
  });
  const open = async (user: TestUser, address: string) => {
    const client = await WebClient.start({ browser, system, organization });
    await client.page.route(`**${LATE_PICTURE}*`, (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }));
    await client.signIn(user, address);
    await feedOf(client).getByRole('article').first().waitFor();
    return client;
  };
  return {
    ...{ system, organization, browser, owner, reader, first, open },
    topicAddress: (topic, near) =>
      `#narrow/stream/${streamId}-garden/topic/${topic}${near === undefined ? '' : `/near/${near}`}`,
    send: (user, topic, content) => user.client.post('/messages', { type: 'stream', to: streamId, topic, content }),
    close: async () => {
      await browser.close();
      await organization.close();
    },
  };
}

export const feedOf = (client: WebClient): Locator => client.page.getByRole('feed', { name: 'Messages' });

/** A frame after everything before it. */
export const nextFrame = (client: WebClient): Promise<unknown> =>
  client.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
