/// <reference lib="dom" />

import { expect, it } from '@jest/globals';
import type { WebClient } from '../../support/web-client.js';
import { watchLines } from './line-watch.js';
import { feedOf, HISTORY, nextFrame, type ReadingScene } from './reading-scene.js';

/** Pixels of one turn of the wheel. Two turns in one frame must leave some lines in sight. */
const STEP = 700;

/** Resolves when the first message with an element is older or newer than another one. */
const waitForFirst = (client: WebClient, isReached: 'older' | 'newer', id: number): Promise<unknown> =>
  client.page.waitForFunction(
    ([direction, limit]) => {
      const top = Number(document.querySelector('[role="feed"] article')?.getAttribute('data-message-id'));
      return direction === 'older' ? top < limit : top > limit;
    },
    [isReached, id] as const,
  );

/** Lines move with the wheel, or follow the end, and not by anything else. */
export function textBeingRead(sceneOf: () => ReadingScene): void {
  it('moves with the wheel and by nothing else, through thousands of messages in both directions', async () => {
    const { reader, first, open, topicAddress } = sceneOf();
    const client = await open(reader, topicAddress('history', first + HISTORY / 2));
    await client.page.setViewportSize({ width: 1_280, height: 1_700 });
    await client.page.mouse.move(640, 400);
    const stop = await watchLines(client.page);
    const turn = async (pixels: number, times: number) => {
      for (let n = 0; n < times; n++) {
        await client.page.mouse.wheel(0, pixels);
        await nextFrame(client);
      }
    };

    await turn(-STEP, 40);
    await waitForFirst(client, 'older', first + 1_200);
    await turn(STEP, 80);
    await waitForFirst(client, 'newer', first + 1_600);

    await nextFrame(client);
    const { moved, wheel, uneven, messages } = await stop();
    expect(uneven).toEqual([]);
    expect(wheel).toBe(STEP * 40);
    expect(moved).toBeCloseTo(-wheel, 0);
    expect(messages).toBeLessThanOrEqual(180);
    expect(client.faults).toEqual([]);
    await client.close();
  }, 90_000);

  it('stays while messages arrive, a message above grows, and pictures load', async () => {
    const { owner, reader, first, open, send, topicAddress } = sceneOf();
    const near = first + HISTORY - 100;
    const client = await open(reader, topicAddress('history', near));
    const feed = feedOf(client);
    await feed.locator(`[data-message-id="${near - 20}"]`).waitFor({ state: 'attached' });
    const stop = await watchLines(client.page);

    await owner.client.patch(`/messages/${near - 20}`, { content: 'longer\n\n'.repeat(12) });
    await feed.locator(`[data-message-id="${near - 20}"]`, { hasText: 'longer' }).waitFor({ state: 'attached' });
    for (let n = 0; n < 3; n++) await send(owner, 'history', `news ${n}`);
    await client.page.getByText('3 new', { exact: true }).waitFor();
    await nextFrame(client);

    const { moved, uneven, frames } = await stop();
    expect(frames).toBeGreaterThan(1);
    expect({ moved, uneven }).toEqual({ moved: 0, uneven: [] });
    await client.page.getByRole('button', { name: 'Jump to latest' }).click();
    await feed.getByText('news 2').waitFor();
    await client.close();
  }, 60_000);

  it('stays, with the text in the box, while the client registers again and loads what it missed', async () => {
    const { owner, reader, first, open, send, topicAddress } = sceneOf();
    const near = first + HISTORY - 200;
    const client = await open(reader, topicAddress('history', near));
    const above = feedOf(client).locator(`[data-message-id="${near - 20}"]`);
    await above.waitFor({ state: 'attached' });
    const box = client.page.getByRole('textbox', { name: 'Message', exact: true });
    await box.fill('half a sentence');
    const polling = client.page.waitForRequest((request) => new URL(request.url()).pathname === '/json/events');
    await send(owner, 'other', 'The next poll begins');
    const queueId = new URL((await polling).url()).searchParams.get('queue_id');
    const stop = await watchLines(client.page);
    const registration = client.page.waitForResponse((response) => response.url().endsWith('/json/register'));

    await client.profile.setOffline(true);
    await reader.client.delete('/events', { queue_id: queueId });
    await owner.client.patch(`/messages/${near - 20}`, { content: 'missed\n\n'.repeat(9) });
    await client.profile.setOffline(false);

    expect((await registration).status()).toBe(200);
    await above.filter({ hasText: 'missed' }).waitFor({ state: 'attached' });
    await nextFrame(client);
    const { moved, uneven } = await stop();
    expect({ moved, uneven }).toEqual({ moved: 0, uneven: [] });
    expect(await box.inputValue()).toBe('half a sentence');
    await box.fill('');
    await client.close();
  }, 60_000);

  it('at the end is followed by each new message', async () => {
    const { owner, reader, open, send, topicAddress } = sceneOf();
    await send(owner, 'end', Array.from({ length: 60 }, (_, n) => `line ${n}`).join('\n'));
    const client = await open(reader, topicAddress('end'));
    await client.page.keyboard.press('End');

    await send(owner, 'end', 'the last line');

    await expect(feedOf(client).getByText('the last line').waitFor()).resolves.toBeUndefined();
    await client.page.waitForFunction(() => {
      const scroller = document.querySelector('[role="feed"]')?.parentElement as HTMLElement;
      return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 2;
    });
    await client.close();
  }, 60_000);
}
