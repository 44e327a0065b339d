/// <reference lib="dom" />
import type { Page } from 'playwright-core';

interface Holding {
  release?: () => void;
}

/** The response to the next POST to the path, on its way to the page. */
export interface HeldResponse {
  /** Ends when the response is there and held. */
  readonly arrived: () => Promise<unknown>;
  readonly release: () => Promise<void>;
}

/** From now on the page gets no response to its next POST to the path, until it is released. */
export async function holdResponse(page: Page, path: string): Promise<HeldResponse> {
  await page.evaluate(holdInPage, path);
  return {
    arrived: () => page.waitForFunction(() => (window as unknown as Holding).release !== undefined),
    release: () => page.evaluate(() => (window as unknown as Holding).release?.()),
  };
}

/** Runs in the page. */
function holdInPage(path: string): void {
  const { fetch } = window;
  window.fetch = async (address, options) => {
    const response = await fetch(address, options);
    if (options?.method === 'POST' && String(address).endsWith(path)) {
      window.fetch = fetch;
      await new Promise<void>((resolve) => Object.assign(window, { release: resolve }));
    }
    return response;
  };
}
