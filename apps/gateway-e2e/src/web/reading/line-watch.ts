/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** The movement of the lines in sight, summed over the frames of a watch. */
export interface LineMovement {
  readonly frames: number;
  /** Pixels that the lines moved down, in all frames together. */
  readonly moved: number;
  /** Pixels that the wheel was turned. */
  readonly wheel: number;
  /** Frames in which some lines moved by more than others. */
  readonly uneven: readonly string[];
  /** Most messages with elements at the same time. */
  readonly messages: number;
}

interface Watch {
  stop(): LineMovement;
}

/** Measures each block of text in sight in every frame until the returned function is called. */
export async function watchLines(page: Page): Promise<() => Promise<LineMovement>> {
  await page.evaluate(startWatch);
  return () => page.evaluate(() => (globalThis as unknown as { lineWatch: Watch }).lineWatch.stop());
}

/** Runs in the page. */
function startWatch(): void {
  const feed = document.querySelector('[role="feed"]') as HTMLElement;
  const scroller = feed.parentElement as HTMLElement;
  const seen = { frames: 0, moved: 0, wheel: 0, uneven: [] as string[], messages: 0 };
  let last = new Map<Element, number>();
  let isRunning = true;

  const inSight = (): Map<Element, number> => {
    const view = scroller.getBoundingClientRect();
    const tops = new Map<Element, number>();
    for (const block of feed.querySelectorAll('article, .rendered > *')) {
      const { top, bottom } = block.getBoundingClientRect();
      // The start of a block counts: a block that grows at its end moves nothing.
      if (bottom > view.top && top >= view.top && top < view.bottom) tops.set(block, top);
    }
    return tops;
  };
  const frame = (): void => {
    if (!isRunning) return;
    const now = inSight();
    const moves = [...now]
      .filter(([block]) => last.has(block))
      .map(([block, top]) => top - (last.get(block) as number));
    if (moves.length > 0) {
      const [least, most] = [Math.min(...moves), Math.max(...moves)];
      if (most - least > 0.02) seen.uneven.push(`frame ${seen.frames}: between ${least} and ${most} px`);
      seen.moved += moves[0] as number;
    } else if (last.size > 0) {
      seen.uneven.push(`frame ${seen.frames}: other lines`);
    }
    last = now;
    seen.frames++;
    seen.messages = Math.max(seen.messages, feed.children.length);
    requestAnimationFrame(frame);
  };
  const turned = ({ deltaY }: WheelEvent): void => {
    seen.wheel += deltaY;
  };
  scroller.addEventListener('wheel', turned, { passive: true });
  requestAnimationFrame(frame);
  (globalThis as unknown as { lineWatch: Watch }).lineWatch = {
    stop() {
      isRunning = false;
      scroller.removeEventListener('wheel', turned);
      return seen;
    },
  };
}
