/// <reference lib="dom" />
import type { WebClient } from '../support/web-client.js';

/** A notification of the system, as the page made it. */
interface FakeNote {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly isOpen: boolean;
  readonly actions: readonly { readonly action: string; readonly type: string; readonly title: string }[];
  readonly data: object;
  close(): void;
}

/** The notifications of the system stand outside; this page gets its own. */
export function fakeNotifications(): void {
  const notes: Fake[] = [];
  class Fake {
    static maxActions = 2;
    static permission = 'default';
    static async requestPermission(): Promise<string> {
      Fake.permission = 'granted';
      return Fake.permission;
    }
    isOpen = true;
    readonly tag = '';
    readonly body = '';
    constructor(
      readonly title: string,
      options: object,
    ) {
      Object.assign(this, options);
      for (const note of notes) if (note.tag === this.tag) note.close();
      notes.push(this);
    }
    close(): void {
      this.isOpen = false;
    }
  }
  Object.assign(window, { Notification: Fake, notes });
  Object.assign(ServiceWorkerRegistration.prototype, {
    showNotification: async (title: string, options: object) => void new Fake(title, options),
    getNotifications: async () => notes.filter(({ isOpen }) => isOpen),
  });
}

/** As the system: takes the newest notification away, and gives the click to the service worker. */
export async function click({ page, profile }: WebClient, reply?: string): Promise<void> {
  const data = await page.evaluate(() => {
    const note = (window as unknown as { notes: FakeNote[] }).notes.findLast(({ isOpen }) => isOpen);
    note?.close();
    return note?.data;
  });
  const [worker] = profile.serviceWorkers();
  await worker?.evaluate(
    (click) => {
      const event = { notification: { data: click.data, close: () => undefined }, reply: click.reply };
      dispatchEvent(Object.assign(new Event('notificationclick'), event, { waitUntil: () => undefined }));
    },
    { data, reply },
  );
}

export const notesOf = ({ page }: WebClient): Promise<readonly Omit<FakeNote, 'data' | 'close'>[]> =>
  page.evaluate(() =>
    (window as unknown as { notes: FakeNote[] }).notes.map(({ title, body, tag, isOpen, actions }) => ({
      ...{ title, body, tag, isOpen, actions },
    })),
  );
export const openNotes = async (of: WebClient): Promise<readonly string[]> =>
  (await notesOf(of)).filter(({ isOpen }) => isOpen).map(({ title, body }) => `${title}: ${body.split('\n')[0]}`);
export const untilOpen = ({ page }: WebClient, bodies: readonly string[]) =>
  page.waitForFunction((wanted) => {
    const { notes } = window as unknown as { notes: FakeNote[] };
    const open = notes.filter(({ isOpen }) => isOpen).map(({ body }) => body.split('\n')[0]);
    return JSON.stringify(open) === JSON.stringify(wanted);
  }, bodies);
export const untilNoted = ({ page }: WebClient, beginning: string) =>
  page.waitForFunction(
    (body) => (window as unknown as { notes: FakeNote[] }).notes.some((note) => note.body.startsWith(body)),
    beginning,
  );
