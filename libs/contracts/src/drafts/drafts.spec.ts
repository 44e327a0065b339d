import { describe, expect, it } from '@jest/globals';
import { clientEvent } from '../kit/client-event.js';
import { validated } from '../kit/types/object-in-code.js';
import { DraftIds } from './drafts.endpoints.js';
import { DraftsAddEvent, DraftsRemoveEvent } from './drafts.events.js';
import type { Draft } from './drafts.schema.js';

const draft: Draft = { id: 1, type: 'stream', to: [2], topic: 'x', content: 'y', timestamp: 3 };

describe('the description of drafts', () => {
  it('writes client events with their names on the wire', () => {
    expect(clientEvent(DraftsAddEvent, { drafts: [draft] })).toEqual({ type: 'drafts', op: 'add', drafts: [draft] });
    expect(clientEvent(DraftsRemoveEvent, { draftId: 4 })).toEqual({ type: 'drafts', op: 'remove', draft_id: 4 });
  });

  it('does not compile with a misspelt or missing field', () => {
    // @ts-expect-error The field is draftId.
    const misspelt = () => clientEvent(DraftsRemoveEvent, { draftID: 4 });
    // @ts-expect-error A draft has a topic.
    const incomplete: Draft = { id: 1, type: '', to: [], content: 'y', timestamp: 3 };
    // @ts-expect-error The response has ids.
    const response: DraftIds = { id: [1] };

    expect(misspelt()).not.toHaveProperty('draft_id');
    expect(() => validated(DraftIds, response)).toThrow('ids key is missing from DraftIds');
    expect(incomplete).not.toHaveProperty('topic');
  });
});
