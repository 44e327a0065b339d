import { eventually } from '@chat/testing';
import type { BrowserContext, Page, Request } from 'playwright-core';

/** The requests for events of all tabs of a browser. */
export class EventRequests {
  registrations = 0;
  /** Requests that wait for events. */
  private readonly polls = new Set<Request>();
  /** Tabs may share a process, so a crash may end several. */
  readonly crashed = new Set<Page>();

  constructor(profile: BrowserContext) {
    profile.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/json/register') this.registrations++;
      if (pathname === '/json/events' && searchParams.get('dont_block') !== 'true') this.polls.add(request);
    });
    profile.on('requestfinished', (request) => this.polls.delete(request));
    profile.on('requestfailed', (request) => this.polls.delete(request));
  }

  isAlive(page: Page): boolean {
    return !page.isClosed() && !this.crashed.has(page);
  }

  /** The tab of the only poll. */
  async leader(): Promise<{ readonly page: Page; readonly queueId: string }> {
    const request = await eventually(
      async () => {
        const [poll, ...others] = [...this.polls].filter((each) => this.isAlive(each.frame().page()));
        return others.length === 0 && poll;
      },
      { what: 'one poll' },
    );
    return { page: request.frame().page(), queueId: new URL(request.url()).searchParams.get('queue_id') ?? '' };
  }
}
