import {
  createDrafts,
  DeleteStoredDrafts,
  type DraftFields,
  deleteDraft,
  editDraft,
  getDrafts,
  type Principal,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeStream } from '../testing/stream-by-sql.js';
import { TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;
let streamId: number;

const draft = (fields: Partial<DraftFields> = {}): DraftFields => ({
  type: '',
  to: [],
  topic: '',
  content: 'half a thought',
  ...fields,
});

beforeAll(async () => {
  messaging = await TestMessaging.start();
  streamId = await makeStream(messaging, { name: 'design' });
});
afterAll(() => messaging.close());

beforeEach(async () => {
  ana = await messaging.addUser();
  ben = await messaging.addUser();
});

const draftsOf = async (actor: Principal) => (await messaging.call(getDrafts, actor, {})).drafts;
const eventsOf = async (actor: Principal) =>
  (await messaging.events())
    .filter((event) => event.type.includes('draft') && (event.payload as { userId: number }).userId === actor.userId)
    .map((event) => event.type);

describe('drafts', () => {
  it('stores drafts in the order given, without fields that their type ignores, and publishes one event', async () => {
    const { ids } = await messaging.call(createDrafts, ana, {
      drafts: [
        draft({ to: [1], topic: 'ignored', timestamp: 30 }),
        draft({ type: 'stream', to: [streamId], topic: 'logo', timestamp: 10.9 }),
        draft({ type: 'private', to: [ben.userId, ana.userId], timestamp: 20 }),
      ],
    });

    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(await draftsOf(ana)).toEqual([
      { id: ids[1], type: 'stream', to: [streamId], topic: 'logo', content: 'half a thought', timestamp: 10 },
      {
        id: ids[2],
        type: 'private',
        to: [ben.userId, ana.userId],
        topic: '',
        content: 'half a thought',
        timestamp: 20,
      },
      { id: ids[0], type: '', to: [], topic: '', content: 'half a thought', timestamp: 30 },
    ]);
    expect(await draftsOf(ben)).toEqual([]);
    expect(await eventsOf(ana)).toEqual(['messaging.drafts_added']);
  });

  it('stores a direct draft without recipients as unaddressed', async () => {
    const { ids } = await messaging.call(createDrafts, ana, { drafts: [draft({ type: 'private', to: [] })] });
    const [draftId] = ids as [number];
    expect(await draftsOf(ana)).toMatchObject([{ id: draftId, type: '', to: [] }]);

    await messaging.call(editDraft, ana, { draftId, draft: draft({ type: 'private', to: [ben.userId] }) });
    expect(await draftsOf(ana)).toMatchObject([{ id: draftId, type: 'private', to: [ben.userId] }]);
  });

  it('publishes no event for an empty list', async () => {
    expect(await messaging.call(createDrafts, ana, { drafts: [] })).toEqual({ ids: [] });
    expect(await eventsOf(ana)).toEqual([]);
  });

  it.each([
    [{ type: 'stream' as const, to: [] }, 'Must specify exactly 1 stream ID for stream messages'],
    [{ type: 'stream' as const, to: [1, 2] }, 'Must specify exactly 1 stream ID for stream messages'],
    [{ type: 'stream' as const, to: [9_999] }, 'Invalid stream ID'],
    [{ type: 'private' as const, to: [9_999] }, 'Invalid user ID 9999'],
    [{ topic: 'a\0b' }, 'Topic must not contain null bytes'],
    [{ content: 'a\0b' }, 'Message must not contain null bytes'],
    [{ content: '  ' }, 'Message must not be empty'],
    [{ timestamp: -1 }, 'Timestamp must not be negative.'],
    [{ timestamp: 1e308 }, 'Timestamp is too large.'],
  ])('stores no draft of a request in which one is refused: %j', async (fields, message) => {
    const refusal = await messaging.callError(createDrafts, ana, { drafts: [draft(), draft(fields)] });

    expect(refusal).toBe(message);
    expect(await draftsOf(ana)).toEqual([]);
    expect(await eventsOf(ana)).toEqual([]);
  });

  it('refuses a private stream that the user is not subscribed to', async () => {
    const secret = await makeStream(messaging, { isPrivate: true });
    const actor = ana;
    const drafts = [draft({ type: 'stream', to: [secret] })];

    expect(await messaging.callError(createDrafts, actor, { drafts })).toBe('Invalid stream ID');
  });

  it('lets only the owner replace and delete a draft', async () => {
    const { ids } = await messaging.call(createDrafts, ana, { drafts: [draft()] });
    const draftId = ids[0] as number;
    const replacement = draft({ content: 'a whole thought', timestamp: 5 });

    for (const given of [replacement, draft({ type: 'stream', to: [9_999] })]) {
      expect(await messaging.callError(editDraft, ben, { draftId, draft: given })).toBe('Draft does not exist');
    }
    expect(await messaging.callError(deleteDraft, ben, { draftId })).toBe('Draft does not exist');
    await messaging.call(editDraft, ana, { draftId, draft: replacement });

    expect(await draftsOf(ana)).toEqual([{ id: draftId, ...replacement }]);
    await messaging.call(deleteDraft, ana, { draftId });
    expect(await draftsOf(ana)).toEqual([]);
    await expect(messaging.call(deleteDraft, ana, { draftId })).rejects.toMatchObject({
      message: 'Draft does not exist',
      code: null,
      status: 404,
    });
    expect(await eventsOf(ana)).toEqual([
      'messaging.drafts_added',
      'messaging.draft_updated',
      'messaging.draft_removed',
    ]);
  });

  it('deletes stored drafts without an event, and refuses new ones, after the user switched synchronization off', async () => {
    await messaging.call(createDrafts, ana, { drafts: [draft(), draft()] });
    const settings = messaging.users.get(ana.userId)?.settings;
    if (!settings) throw new Error('No settings.');

    await messaging.changeUser(ana.userId, { settings: { ...settings, enableDraftsSynchronization: false } });

    expect(await messaging.callError(getDrafts, ana, {})).toBe('User has disabled synchronizing drafts.');
    expect(await messaging.callError(createDrafts, ana, { drafts: [] })).toBe(
      'User has disabled synchronizing drafts.',
    );
    await eventually(async () => {
      const { rowCount } = await messaging.sql.query('SELECT 1 FROM drafts WHERE user_id = $1', [ana.userId]);
      return rowCount === 0;
    });
    expect(await eventsOf(ana)).toEqual(['messaging.drafts_added']);
  });

  it('deletes stored drafts before DeleteStoredDrafts is acknowledged', async () => {
    const { userId } = ana;
    await messaging.call(createDrafts, ana, { drafts: [draft()] });
    await messaging.request(DeleteStoredDrafts, { realmId: ana.realmId, userId });
    expect(await draftsOf(ana)).toHaveLength(1);
    const settings = messaging.users.get(userId)?.settings;
    if (!settings) throw new Error('No settings.');
    await messaging.changeUser(userId, { settings: { ...settings, enableDraftsSynchronization: false } });

    await messaging.request(DeleteStoredDrafts, { realmId: ana.realmId, userId });

    const { rowCount } = await messaging.sql.query('SELECT 1 FROM drafts WHERE user_id = $1', [userId]);
    expect(rowCount).toBe(0);
    await messaging.changeUser(userId, { settings });
    await messaging.call(createDrafts, ana, { drafts: [draft()] });
    expect(await draftsOf(ana)).toHaveLength(1);
  });

  it('stores no draft on a replica that has not applied the switch', async () => {
    await messaging.call(createDrafts, ana, { drafts: [draft()] });
    // As another replica leaves it that has: by an event that is still on its way to this one.
    await messaging.sql.query('INSERT INTO drafts_switched_off (user_id, users_sequence) VALUES ($1, 1000000)', [
      ana.userId,
    ]);

    expect(await messaging.callError(createDrafts, ana, { drafts: [draft()] })).toBe(
      'User has disabled synchronizing drafts.',
    );
  });

  it('keeps drafts that were stored after synchronization was on again, however late the deletion is', async () => {
    const settings = messaging.users.get(ana.userId)?.settings;
    if (!settings) throw new Error('No settings.');
    await messaging.call(createDrafts, ana, { drafts: [draft()] });
    await messaging.changeUser(ana.userId, { settings: { ...settings, enableDraftsSynchronization: false } });
    await messaging.changeUser(ana.userId, { settings });
    const { ids } = await messaging.call(createDrafts, ana, { drafts: [draft()] });

    await eventually(async () => (await draftsOf(ana)).length === 1);
    expect((await draftsOf(ana)).map(({ id }) => id)).toEqual(ids);
  });
});
