import { ApiClient, ChatClient, type WireEvent, type WireState } from '@chat/chat-client';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Card, cardOf } from './card.js';
import { type LeftCard, Notifier } from './notifier.js';
import { StoredSettledMessages } from './settled-messages.js';

const READER = 7;
const PEOPLE = [
  { id: READER, full_name: 'Ada' },
  { id: 8, full_name: 'Ben' },
  { id: 9, full_name: 'Chi' },
];
const settle = () => new Promise((resolve) => setImmediate(resolve));
/** Texts in no language: the key and the values. */
const text = (key: string, values: object = {}): string => [key, ...Object.values(values)].join(' ');

describe('notifications', () => {
  let client: ChatClient;
  let shown: Map<string, Card>;
  let left: LeftCard[];
  let log: string[];
  let settled: Set<number>;
  let notifies: boolean;
  let stillNotifies: boolean;
  let onScreen: number;
  let notifier: Notifier;
  let end: () => void;
  let eventId: number;

  beforeEach(() => {
    [shown, left, log, notifies, stillNotifies, onScreen, eventId] = [new Map(), [], [], true, true, 0, 0];
    settled = new Set();
    client = new ChatClient(new ApiClient('http://nowhere'));
    client.replace({
      user_id: READER,
      user_settings: {
        ...{ enable_desktop_notifications: true, enable_sounds: true, notification_sound: 'ding' },
        ...{ pm_content_in_desktop_notifications: true, wildcard_mentions_notify: true },
        ...{ enable_stream_desktop_notifications: true, enable_stream_audible_notifications: false },
      },
      subscriptions: [{ stream_id: 1, name: 'design', is_muted: false, desktop_notifications: null }],
      user_topics: [],
      muted_users: [],
      unread_msgs: { streams: [], pms: [], huddles: [], mentions: [] },
      recent_private_conversations: [],
    } as unknown as WireState);
    notifier = new Notifier({
      client,
      notifies: () => notifies,
      stillNotifies: async () => stillNotifies,
      isOnScreen: ({ id }) => id === onScreen,
      cardOf: (message) => cardOf(client.state, message, text),
      show: (card) => {
        shown.set(card.tag, card);
        log.push(`show ${card.tag}`);
        return cardThatLogs(card.tag);
      },
      left: async () => left,
      play: (sound) => void log.push(`play ${sound}`),
      settled,
    });
    end = notifier.start();
  });

  const cardThatLogs = (tag: string) => ({ close: () => void log.push(`close ${tag}`) });
  const apply = (event: object) => client.apply({ id: ++eventId, ...event } as unknown as WireEvent);
  /** Resolves when the notifier has settled the message. */
  const comes = (message: object, flags: readonly string[] = []) => {
    apply({
      type: 'message',
      flags,
      message: { sender_full_name: 'Ben', sender_id: 8, content: '<p>Hello</p>', ...message },
    });
    return settle();
  };
  const direct = (id: number, more: object = {}) =>
    comes({ id, type: 'private', subject: '', display_recipient: PEOPLE.slice(0, 2), ...more });
  const inTopic = (id: number, subject: string, more: object = {}) =>
    comes({ id, type: 'stream', stream_id: 1, display_recipient: 'design', subject, ...more });
  const read = (...messages: number[]) =>
    apply({ type: 'update_message_flags', op: 'add', flag: 'read', messages, all: false });
  const only = () => [...shown.values()].at(-1) as NonNullable<ReturnType<typeof shown.get>>;

  it('name the sender and the text of a direct message, and play the sound', async () => {
    await direct(1, { avatar_url: '/ben.png' });

    expect(only()).toEqual({ tag: 'dm:7,8', title: 'Ben', body: 'Hello', icon: '/ben.png' });
    expect(log).toEqual(['show dm:7,8', 'play ding']);
  });

  it('name the other people of a group', async () => {
    await direct(1, { display_recipient: PEOPLE });

    expect(only().title).toBe('notifications.group Ben Chi');
  });

  it('name stream and topic', async () => {
    await inTopic(1, 'Logo');

    expect(only().title).toBe('notifications.topic Ben design Logo');
  });

  it('are one for each conversation: a newer one with the same tag counts the unread messages', async () => {
    await inTopic(1, 'Logo');
    await inTopic(2, 'logo', { content: '<p>Second</p>' });
    await inTopic(3, 'Other');

    expect([...shown.keys()]).toEqual(['stream:1:logo', 'stream:1:other']);
    expect(shown.get('stream:1:logo')?.body).toBe('Second\nnotifications.unread 2');
  });

  it('hide direct messages if the reader wants that, and no messages of streams', async () => {
    apply({ type: 'user_settings', op: 'update', property: 'pm_content_in_desktop_notifications', value: false });
    await direct(1);
    expect(only().body).toBe('notifications.hidden');

    await inTopic(2, 'Logo');
    expect(only().body).toBe('Hello');
  });

  it('do not show spoilers', async () => {
    const spoiler = '<div class="spoiler-block"><div class="spoiler-header"><p>End</p></div>';
    await direct(1, { content: `${spoiler}<div class="spoiler-content" aria-hidden="true"><p>Secret</p></div></div>` });

    expect(only().body).toBe('End …');
  });

  it('cut long texts', async () => {
    await direct(1, { content: `<p>${'x'.repeat(2_000)}</p>` });

    expect(only().body).toHaveLength(301);
  });

  it('are absent for a message on the screen', async () => {
    onScreen = 1;
    await direct(1);
    expect(log).toEqual([]);

    await direct(2);
    expect(log).toEqual(['show dm:7,8', 'play ding']);
  });

  it('of a tab that was blocked while another one took its place are those of the other one', async () => {
    stillNotifies = false;
    await direct(1);
    expect([log, [...settled]]).toEqual([[], []]);

    stillNotifies = true;
    await notifier.takeOver();
    await settle();
    expect(log).toEqual(['show dm:7,8', 'play ding']);
  });

  it('are absent for a message that is read, or settled by another tab, while the browser says which tab notifies', async () => {
    const reads = direct(1);
    read(1);
    await reads;
    const settles = direct(2);
    settled.add(2);
    await settles;

    expect(log).toEqual([]);
  });

  it('are absent in the other tabs', async () => {
    notifies = false;
    await direct(1);

    expect(log).toEqual([]);
  });

  it('are closed when the newest message is read elsewhere', async () => {
    await inTopic(1, 'Logo');
    await inTopic(2, 'Logo');
    read(1);
    expect(log).not.toContain('close stream:1:logo');

    read(2);
    expect(log).toContain('close stream:1:logo');
  });

  it('are closed when the message is deleted', async () => {
    await direct(1);
    apply({ type: 'delete_message', message_type: 'private', message_ids: [1] });

    expect(log).toContain('close dm:7,8');
  });

  it('of other pages are closed when they are read, by the page that notifies now', async () => {
    await direct(1);
    left = [
      { tag: 'dm:7,8', messageId: 2, card: cardThatLogs('unread') },
      { tag: 'stream:1:logo', messageId: 3, card: cardThatLogs('read in the meantime') },
    ];
    notifies = false;
    await direct(2);

    await notifier.takeOver();
    expect(log).toContain('close read in the meantime');
    expect(log).not.toContain('close unread');

    read(1, 2);
    expect(log).toContain('close unread');
  });

  describe('of a message that came while another tab notified', () => {
    beforeEach(async () => {
      notifies = false;
      await direct(1);
      notifies = true;
    });

    it('are shown by the tab that takes over if no tab has notified', async () => {
      await notifier.takeOver();
      await notifier.takeOver();
      await settle();

      expect(log).toEqual(['show dm:7,8', 'play ding']);
    });

    it('are not shown again', async () => {
      settled.add(1);
      await notifier.takeOver();
      await settle();

      expect(log).toEqual([]);
    });

    it('are absent once it is read', async () => {
      read(1);
      await notifier.takeOver();
      await settle();

      expect(log).toEqual([]);
    });

    it('are absent if this tab has lost its turn in the meantime', async () => {
      notifies = false;
      await notifier.takeOver();
      await settle();

      expect(log).toEqual([]);
    });

    it('are absent 10 s later, when the other tab has seen the message on its screen', async () => {
      jest.useFakeTimers({ now: Date.now() + 10_001, doNotFake: ['nextTick', 'setImmediate'] });
      try {
        await notifier.takeOver();
        await settle();
      } finally {
        jest.useRealTimers();
      }

      expect(log).toEqual([]);
    });
  });

  it('tell the other tabs about each message, also about one on the screen', async () => {
    onScreen = 1;
    await direct(1);
    await direct(2);

    expect([...settled]).toEqual([1, 2]);
  });

  it('play one sound for many messages', async () => {
    for (const id of [1, 2, 3]) await direct(id);

    expect(log.filter((entry) => entry === 'play ding')).toHaveLength(1);
  });

  it('end with the page', async () => {
    await direct(1);
    end();
    await direct(2);

    expect(log).toEqual(['show dm:7,8', 'play ding', 'close dm:7,8']);
  });
});

describe('the messages about which a tab has notified', () => {
  const storage = new Map<string, string>();
  const fake = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  };
  beforeEach(() => storage.clear());
  afterEach(() => void Reflect.deleteProperty(globalThis, 'localStorage'));
  const withStorage = (value: object) =>
    Object.defineProperty(globalThis, 'localStorage', { value, configurable: true });

  it('are the same in all tabs', () => {
    withStorage(fake);
    const [one, other] = [new StoredSettledMessages(), new StoredSettledMessages()];
    one.add(1);
    other.add(2);

    expect([1, 2, 3].map((id) => one.has(id))).toEqual([true, true, false]);
  });

  it('are the newest fifty', () => {
    withStorage(fake);
    const settled = new StoredSettledMessages();
    for (let id = 1; id <= 60; id++) settled.add(id);

    expect([10, 11, 60].map((id) => settled.has(id))).toEqual([false, true, true]);
  });

  it('are known in one tab without storage', () => {
    const refuses = () => {
      throw new Error('no storage');
    };
    withStorage({ getItem: refuses, setItem: refuses });
    const settled = new StoredSettledMessages();
    settled.add(1);

    expect([settled.has(1), settled.has(2)]).toEqual([true, false]);
  });
});
