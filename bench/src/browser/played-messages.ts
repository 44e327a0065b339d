/// <reference lib="dom" />
import type { Page } from 'playwright-core';

const PER_RESPONSE = 2_000;
const TEXT = 'A line of some length, so that the contents of the messages need memory, too. ';

/**
 * Responds to the event requests of the page with `count` new messages for the open conversation, then no more. They are played: a
 * server needs minutes for so many. Resolves when the page has all of them.
 */
export async function playMessages(page: Page, count: number): Promise<void> {
  const template = await newestMessage(page);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let played = 0;
  await page.route('**/json/events*', async (route) => {
    if (played >= count) return end();
    const lastEventId = Number(new URL(route.request().url()).searchParams.get('last_event_id'));
    const events = Array.from({ length: Math.min(PER_RESPONSE, count - played) }, (_, n) => ({
      type: 'message',
      id: lastEventId + n + 1,
      flags: [],
      message: {
        ...template,
        id: Number(template.id) + ++played,
        content: `<p>${played}: ${TEXT.repeat(1 + (played % 4))}</p>`,
        timestamp: Number(template.timestamp) + played,
      },
    }));
    await route.fulfill({ json: { result: 'success', msg: '', events } });
  });
  // The present request of the page waits for a real event: this one ends it.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await ended;
}

/** Of the open conversation, without fields that only responses of GET /messages have. */
async function newestMessage(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(async () => {
    const id = document.querySelector('[role="feed"] article:last-of-type')?.getAttribute('data-message-id');
    const response = await fetch(`/json/messages/${id}`);
    const { flags: _, ...message } = (await response.json()).message;
    return message;
  });
}

export interface Weight {
  readonly heapMegabytes: number;
  readonly elements: number;
}

/** After a collection of garbage. */
export async function weightOf(page: Page): Promise<Weight> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('HeapProfiler.collectGarbage');
  const { usedSize } = await protocol.send('Runtime.getHeapUsage');
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  return { heapMegabytes: usedSize / 1e6, elements };
}
