import { describe, expect, it } from '@jest/globals';
import type { LocalDraft } from '../drafts/index.js';
import { listedDrafts } from './listed-drafts.js';

const local = (content: string, more: Partial<LocalDraft> = {}): LocalDraft => ({
  ...{ destination: { type: 'stream', streamId: 5, topic: 'soup' }, content, editedAtMs: 2_000, isSynced: false },
  ...more,
});
const onServer = (id: number, content: string, timestamp: number) => ({
  ...{ id, content, timestamp, type: 'stream', to: [5], topic: 'soup' },
});

describe('the list of drafts', () => {
  it('has texts that the server does not have, such as one for an archived stream', () => {
    expect(listedDrafts([local('half')], [])).toMatchObject([
      { type: 'stream', to: [5], topic: 'soup', content: 'half' },
    ]);
  });

  it('has a text once, as it is on this device', () => {
    const drafts = listedDrafts([local('half a sentence', { serverId: 7 })], [onServer(7, 'half', 1)]);

    expect(drafts.map(({ content }) => content)).toEqual(['half a sentence']);
  });

  it('has further texts of the server, the newest first', () => {
    const drafts = listedDrafts([local('here')], [onServer(7, 'older', 1), onServer(8, 'newer', 3)]);

    expect(drafts.map(({ content }) => content)).toEqual(['newer', 'here', 'older']);
  });

  it('has no copies of texts that were sent or deleted a moment ago', () => {
    const copies = [onServer(7, 'sent', 1), onServer(8, 'waits', 3)];

    expect(listedDrafts([], copies, new Set([7])).map(({ content }) => content)).toEqual(['waits']);
  });

  it('names a text without people as one without a conversation', () => {
    const destination = { type: 'direct', userIds: [] } as const;
    expect(listedDrafts([local('to whom?', { destination })], [])).toMatchObject([{ type: '', to: [] }]);
  });
});
