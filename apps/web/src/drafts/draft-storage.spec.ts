import { afterEach, expect, it, jest } from '@jest/globals';
import type { Destination } from '../sending/index.js';
import { MemoryStore } from '../testing/memory-store.js';
import { DraftBox, type ServerDraft } from './draft-box.js';
import { draftStorage } from './draft-storage.js';

const TEXTS = 200;
const refusing = () => Promise.reject(new Error('no network'));
const topic = (n: number): Destination => ({ type: 'stream', streamId: 7, topic: `Topic ${n}` });
const copy = (n: number): ServerDraft => ({
  ...{ id: n, type: 'stream', to: [7], topic: `Topic ${n}`, content: `text ${n}`, timestamp: 1_000 },
});

afterEach(() => void jest.restoreAllMocks());

it('the storage of drafts parses each text once, and again only if it has changed', () => {
  const store = new MemoryStore();
  const server = { create: refusing, replace: refusing, remove: refusing };
  const tab = () =>
    new DraftBox(
      draftStorage(store, 'draft.'),
      server,
      () => 2_000_000,
      () => undefined,
    );
  const box = tab();
  const drafts = Array.from({ length: TEXTS }, (_, n) => copy(n + 1));
  box.takeServerDrafts(drafts);
  const parse = jest.spyOn(JSON, 'parse');
  const parsed = () => parse.mock.calls.length;
  box.takeServerDrafts(drafts);
  expect(box.all()).toHaveLength(TEXTS);
  expect(parsed()).toBeLessThanOrEqual(TEXTS);

  const before = parsed();
  box.set(topic(1), 'another key');
  expect(box.all()).toHaveLength(TEXTS);
  expect([...box.over()]).toEqual([]);
  expect(parsed()).toBe(before + 1);

  tab().set(topic(2), 'from another tab');
  expect(box.get(topic(2))).toBe('from another tab');
});

it('the drafts of the server are taken with a number of reads that grows with them, not with their square', () => {
  const readsFor = (count: number) => {
    const store = new MemoryStore();
    const read = jest.spyOn(store, 'getItem');
    const server = { create: refusing, replace: refusing, remove: refusing };
    const box = new DraftBox(
      draftStorage(store, 'draft.'),
      server,
      () => 2_000_000,
      () => undefined,
    );
    const drafts = Array.from({ length: count }, (_, n) => copy(n + 1));
    box.takeServerDrafts(drafts);
    const before = read.mock.calls.length;
    box.takeServerDrafts(drafts);
    return read.mock.calls.length - before;
  };

  expect(readsFor(200)).toBe(2 * readsFor(100));
});
