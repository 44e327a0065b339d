import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Destination } from '../sending/index.js';
import { MemoryStore } from '../testing/memory-store.js';
import { DraftBox, type DraftServer, type ServerDraft } from './draft-box.js';
import { draftStorage } from './draft-storage.js';

const LOGO: Destination = { type: 'stream', streamId: 7, topic: 'Logo' };
const ANA: Destination = { type: 'direct', userIds: [3, 9] };

/** The drafts of one account; every second request is lost while the network is bad. */
class FakeServer implements DraftServer {
  readonly drafts = new Map<number, ServerDraft>();
  isBad = false;
  private requests = 0;
  private lastId = 0;

  private async arrive(): Promise<void> {
    await Promise.resolve();
    if (this.isBad && this.requests++ % 2 === 0) throw new Error('no network');
  }
  async create(draft: ServerDraft): Promise<number> {
    await this.arrive();
    const id = ++this.lastId;
    this.drafts.set(id, { ...draft, id });
    return id;
  }
  async replace(id: number, draft: ServerDraft): Promise<boolean> {
    await this.arrive();
    if (!this.drafts.has(id)) return false;
    this.drafts.set(id, { ...draft, id });
    return true;
  }
  async remove(id: number): Promise<void> {
    await this.arrive();
    this.drafts.delete(id);
  }
}

let now = 1_000_000;
/** The last message in the topic LOGO. */
let lastSeen: number | undefined;
const boxOn = (server: FakeServer, store = new MemoryStore()) => ({
  store,
  box: new DraftBox(
    draftStorage(store, 'draft.'),
    server,
    () => now,
    (destination) => (destination.type === 'stream' ? lastSeen : undefined),
  ),
});

describe('a draft', () => {
  it('is kept for its conversation, in any letter case of the topic, over a reload', () => {
    const server = new FakeServer();
    const { store, box } = boxOn(server);
    box.set(LOGO, 'half a sent');
    box.set(ANA, 'hi');

    const after = boxOn(server, store).box;
    expect(after.get({ ...LOGO, topic: 'logo' })).toBe('half a sent');
    expect(after.get(ANA)).toBe('hi');
    expect(after.get({ ...LOGO, topic: 'other' })).toBe('');
  });

  it('reaches other devices, and ends there when it is sent', async () => {
    const server = new FakeServer();
    const [phone, desk] = [boxOn(server).box, boxOn(server).box];
    phone.set(LOGO, 'from the train');
    await phone.sync();
    expect([...server.drafts.values()]).toMatchObject([
      { type: 'stream', to: [7], topic: 'Logo', content: 'from the train' },
    ]);

    for (const device of [desk, phone]) device.takeServerDrafts(server.drafts.values());
    expect(desk.get(LOGO)).toBe('from the train');
    now += 2_000;
    desk.set(LOGO, '');
    await desk.sync();
    phone.takeServerDrafts(server.drafts.values());
    expect([server.drafts.size, phone.get(LOGO)]).toEqual([0, '']);
    expect(desk.get(LOGO)).toBe('');
  });

  it('does not come back when it was sent, although its copy is still known', async () => {
    const server = new FakeServer();
    const { box } = boxOn(server);
    box.set(LOGO, 'sent');
    await box.sync();
    const known = [...server.drafts.values()];
    box.takeServerDrafts(known);
    now += 5_000;
    box.set(LOGO, '');
    await box.sync();
    box.takeServerDrafts(known);
    expect([server.drafts.size, box.get(LOGO)]).toEqual([0, '']);
  });

  it('gets a new copy if the old one was deleted elsewhere meanwhile', async () => {
    const server = new FakeServer();
    const { box } = boxOn(server);
    box.set(LOGO, 'first');
    await box.sync();
    server.drafts.clear();
    box.set(LOGO, 'first, and more');
    await box.sync();
    expect([...server.drafts.values()]).toMatchObject([{ content: 'first, and more' }]);
  });

  it('stands below the text of another device that was written at the same time', async () => {
    const server = new FakeServer();
    const { box } = boxOn(server);
    box.set(LOGO, 'mine');
    box.takeServerDrafts([{ id: 5, type: 'stream', to: [7], topic: 'logo', content: 'theirs', timestamp: now }]);
    expect(box.get(LOGO)).toBe('theirs\n\nmine');
    box.takeServerDrafts([{ id: 5, type: 'stream', to: [7], topic: 'logo', content: 'theirs', timestamp: now }]);
    expect(box.get(LOGO)).toBe('theirs\n\nmine');
  });

  it('of two devices at once has both texts everywhere in the end', async () => {
    const server = new FakeServer();
    const [phone, desk] = [boxOn(server).box, boxOn(server).box];
    phone.set(LOGO, 'plan');
    await phone.sync();
    desk.takeServerDrafts(server.drafts.values());
    now += 5_000;
    phone.set(LOGO, 'plan A');
    desk.set(LOGO, 'plan B');
    await phone.sync();
    desk.takeServerDrafts(server.drafts.values());
    now += 5_000;
    await desk.sync();
    phone.takeServerDrafts([...server.drafts.values()].map((draft) => ({ ...draft, timestamp: now / 1_000 })));

    expect(desk.get(LOGO)).toBe('plan A\n\nplan B');
    expect(phone.get(LOGO)).toBe('plan A\n\nplan B');
  });

  it('is not joined with an older form of itself', async () => {
    const server = new FakeServer();
    const { box, store } = boxOn(server);
    box.set(LOGO, 'hello there');
    await box.sync();
    box.set(LOGO, 'hullo there, friend');
    const reloaded = boxOn(server, store).box;
    reloaded.takeServerDrafts(server.drafts.values());
    expect(reloaded.get(LOGO)).toBe('hullo there, friend');
  });

  it('keeps its last blank when the server returns it without', async () => {
    const server = new FakeServer();
    const { box } = boxOn(server);
    box.set(LOGO, 'hello ');
    await box.sync();
    const [stored] = server.drafts.values();
    box.takeServerDrafts([{ ...stored, content: 'hello' } as ServerDraft]);
    expect(box.get(LOGO)).toBe('hello ');
  });

  it('moves with its topic, also on a second device, without another copy', async () => {
    const server = new FakeServer();
    const [phone, desk] = [boxOn(server).box, boxOn(server).box];
    const emblem: Destination = { ...LOGO, topic: 'Emblem' };
    phone.set(LOGO, 'green');
    await phone.sync();
    desk.takeServerDrafts(server.drafts.values());
    const before = [...server.drafts.values()];
    now += 5_000;
    for (const device of [phone, desk]) {
      device.move(LOGO, emblem);
      // The known drafts are those before the move.
      device.takeServerDrafts(before);
    }
    await phone.sync();
    await desk.sync();
    for (const device of [phone, desk]) device.takeServerDrafts(server.drafts.values());

    expect([...server.drafts.values()]).toMatchObject([{ topic: 'Emblem', content: 'green' }]);
    for (const device of [phone, desk]) expect([device.get(emblem), device.get(LOGO)]).toEqual(['green', '']);
  });

  it('that moves while it is sent keeps its copy', async () => {
    const server = new FakeServer();
    const { box } = boxOn(server);
    box.set(LOGO, 'green');
    await box.sync();
    box.set(LOGO, 'green, or blue');
    const sending = box.sync();
    box.move(LOGO, ANA);
    await sending;
    await box.sync();
    box.takeServerDrafts(server.drafts.values());

    expect([...server.drafts.values()]).toMatchObject([{ type: 'private', content: 'green, or blue' }]);
    expect([box.get(ANA), box.get(LOGO)]).toEqual(['green, or blue', '']);
  });

  it('moves below the text that stands there, once, and stays in a topic of other letter case', () => {
    const { box } = boxOn(new FakeServer());
    box.set(LOGO, 'mine');
    box.move(LOGO, { ...LOGO, topic: 'LOGO' });
    expect(box.get(LOGO)).toBe('mine');
    box.set(ANA, 'there');
    for (let tab = 1; tab <= 2; tab++) box.move(LOGO, ANA);
    expect([box.get(ANA), box.get(LOGO)]).toEqual(['there\nmine', '']);
  });

  it('has the message that stood in its conversation when it was begun, also after an answer of the server', async () => {
    const server = new FakeServer();
    const { box } = boxOn(server);
    const seen = () => box.all().map(({ seenId }) => seenId);
    lastSeen = 5;
    box.set(LOGO, 'green');
    lastSeen = 9;
    box.set(LOGO, 'green, or blue');
    await box.sync();
    const [copy] = server.drafts.values();
    box.takeServerDrafts([{ ...copy, content: 'red', timestamp: now / 1_000 + 9 } as ServerDraft]);
    expect([seen(), box.get(LOGO)]).toEqual([[5], 'red']);

    box.set(LOGO, '');
    box.set(LOGO, 'a new text');
    expect(seen()).toEqual([9]);
    lastSeen = undefined;
  });

  it('that is over is named by its copy, until the server has ended it and after that', async () => {
    const server = new FakeServer();
    const { box } = boxOn(server);
    box.set(LOGO, 'green');
    box.set(ANA, 'waits');
    await box.sync();
    const [copy] = server.drafts.keys();
    box.set(LOGO, '');
    expect([...box.over()]).toEqual([copy]);
    await box.sync();
    expect([...box.over()]).toEqual([copy]);
  });

  it('is found in the conversation to which another device moved it', async () => {
    const server = new FakeServer();
    const { box } = boxOn(server);
    box.set(LOGO, 'green');
    await box.sync();
    const [draft] = server.drafts.values();
    box.takeServerDrafts([{ ...draft, topic: 'Emblem', timestamp: now / 1_000 + 9 } as ServerDraft]);

    expect([box.get({ ...LOGO, topic: 'Emblem' }), box.get(LOGO)]).toEqual(['green', '']);
  });

  it('lives in memory if the storage is full', () => {
    const { store, box } = boxOn(new FakeServer());
    store.isFull = true;
    box.set(LOGO, 'much');
    expect(box.get(LOGO)).toBe('much');
  });

  it('tells those that show it about changes elsewhere', () => {
    const { box } = boxOn(new FakeServer());
    let calls = 0;
    const end = box.subscribe(LOGO, () => calls++);
    box.takeServerDrafts([{ id: 5, type: 'stream', to: [7], topic: 'logo', content: 'theirs', timestamp: 1 }]);
    box.set(ANA, 'not this one');
    end();
    box.set(LOGO, 'later');
    expect(calls).toBe(1);
  });

  it('is never lost and never moves while the network is bad', async () => {
    const write = fc.record({ to: fc.constantFrom(LOGO, ANA), content: fc.constantFrom('', 'a', 'bb', 'ccc ') });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 12 }), async (writes) => {
        const server = new FakeServer();
        const { box, store } = boxOn(server);
        const last = new Map<Destination, string>();
        server.isBad = true;
        for (const { to, content } of writes) {
          now += 1_000;
          box.set(to, content);
          last.set(to, content);
          // Not awaited: the next text is written while the request runs.
          void box.sync();
          await Promise.resolve();
          for (const [destination, text] of last) expect(box.get(destination)).toBe(text);
        }
        server.isBad = false;
        const reloaded = boxOn(server, store).box;
        for (let round = 0; round < 4; round++) {
          await box.sync();
          await new Promise(setImmediate);
        }
        for (const [destination, text] of last) expect(reloaded.get(destination)).toBe(text);
        const stored = [...server.drafts.values()].map(({ type, content }) => `${type} ${content}`);
        for (const [{ type }, text] of [...last].filter(([, text]) => text !== '')) {
          expect(stored).toContain(`${type === 'direct' ? 'private' : 'stream'} ${text}`);
        }
      }),
    );
  });
});
