import {
  createDrafts,
  createScheduledMessage,
  type DraftFields,
  deleteDraft,
  deleteMessage,
  deleteScheduledMessage,
  deleteTopic,
  editDraft,
  editMessage,
  editScheduledMessage,
  type FileClaimsChange,
  FileClaimsChanged,
  FilesInUse,
  type LinkedFile,
  MayReadFile,
  type Principal,
  Role,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DueMessages } from '../scheduled-messages/due-messages.js';
import { sendDirect, sendToStream, subscribe } from '../testing/requests.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;
let admin: Principal;
let streamId: number;

beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 2 });
  admin = await messaging.addUser({ role: Role.Administrator });
  ana = await messaging.addUser();
  ben = await messaging.addUser();
  await subscribe(messaging, ana, ['design'], { principals: [ana.userId, admin.userId] });
  await sendToStream(messaging, ana, 'design', 'topic', 'first');
  const { rows } = await messaging.sql.query<{ id: string }>(`SELECT id FROM streams WHERE name = 'design'`);
  streamId = Number(rows[0]?.id);
});
afterAll(() => messaging.close());

const linkTo = (path: string): string => `[file](/user_uploads/${path})`;
const idOf = (path: string): number => (messaging.files.get(path) as LinkedFile).fileId;
const mayRead = (reader: Principal, path: string) =>
  messaging.request(MayReadFile, { realmId: TEST_REALM, reader, fileId: idOf(path) });
const isInUse = async (path: string): Promise<boolean> =>
  (await messaging.request(FilesInUse, { realmId: TEST_REALM, fileIds: [idOf(path)] })).length === 1;
const edit = (messageId: number, content: string, actor = ana) =>
  messaging.call(editMessage, actor, {
    ...{ messageId, content, propagateMode: 'change_one' },
    ...{ sendNotificationToNewThread: false, sendNotificationToOldThread: false },
  });
const changes = async (): Promise<FileClaimsChange[]> =>
  (await messaging.events())
    .filter(({ type }) => type === FileClaimsChanged.type)
    .map(({ payload }) => payload as FileClaimsChange);

async function hasAttachment(messageId: number): Promise<boolean | undefined> {
  const { rows } = await messaging.sql.query<{ has: boolean }>(
    'SELECT has_attachment AS has FROM messages WHERE id = $1',
    [messageId],
  );
  return rows[0]?.has;
}

describe('an edit', () => {
  it('adds and removes claims', async () => {
    const [one, two] = [messaging.addFile(ana), messaging.addFile(ana)];
    const messageId = await sendDirect(messaging, ana, [ben.userId], linkTo(one));
    await edit(messageId, linkTo(two));

    expect(await mayRead(ben, one)).toBe(false);
    expect(await mayRead(ben, two)).toBe(true);
    const [removal, addition] = (await changes()).slice(-2);
    expect(removal?.removed).toEqual([{ fileId: idOf(one), messageId }]);
    expect(addition?.added).toEqual([{ fileId: idOf(two), messageId, dateSent: expect.any(Number) }]);
    expect(messaging.appliedClaims.slice(-2)).toEqual([removal, addition].map((c) => ({ realmId: TEST_REALM, ...c })));

    await edit(messageId, 'no link');
    expect(await hasAttachment(messageId)).toBe(false);
    expect(await mayRead(ben, two)).toBe(false);
  });

  it('returns the files of its sender that nothing links any more', async () => {
    const [detached, linked, held, foreign] = [ana, ana, ana, ben].map((owner) => messaging.addFile(owner)) as [
      ...[string, string, string, string],
    ];
    await sendDirect(messaging, ben, [ana.userId], linkTo(foreign));
    await sendDirect(messaging, ana, [ben.userId], linkTo(linked));
    await messaging.call(createDrafts, ana, { drafts: [{ type: '', to: [], topic: '', content: linkTo(held) }] });
    const content = [detached, linked, held, foreign].map(linkTo).join(' ');
    const messageId = await sendDirect(messaging, ana, [ben.userId], content);

    const { detached_uploads } = await edit(messageId, 'no link');
    expect(detached_uploads).toEqual([
      expect.objectContaining({ id: idOf(detached), path_id: detached, messages: [] }),
    ]);
    expect(await edit(messageId, 'still none')).toEqual({ detached_uploads: [] });
  });

  it('keeps the claim of a file that its sender reads by this message alone', async () => {
    const path = messaging.addFile(ana);
    const original = await sendDirect(messaging, ana, [ben.userId], linkTo(path));
    const forwarded = await sendDirect(messaging, ben, [admin.userId], linkTo(path));
    await messaging.sql.query('DELETE FROM file_claims WHERE message_id = $1', [original]);
    await edit(forwarded, `now: ${linkTo(path)}`, ben);

    expect(await mayRead(admin, path)).toBe(true);
  });
});

describe('a deletion', () => {
  it('of a message removes its claims', async () => {
    const path = messaging.addFile(ana);
    const messageId = await sendToStream(messaging, ana, 'design', 'topic', linkTo(path));
    expect(await mayRead(ben, path)).toBe(true);
    await messaging.call(deleteMessage, admin, { messageId });

    expect(await mayRead(ben, path)).toBe(false);
    expect((await changes()).at(-1)?.removed).toEqual([{ fileId: idOf(path), messageId }]);
  });

  it('of a topic removes the claims of all its messages', async () => {
    const paths = [messaging.addFile(ana), messaging.addFile(ana)];
    for (const path of paths) await sendToStream(messaging, ana, 'design', 'old', linkTo(path));
    await messaging.call(deleteTopic, admin, { streamId, topicName: 'old' });

    expect((await changes()).at(-1)?.removed).toEqual(
      paths.map((path) => ({ fileId: idOf(path), messageId: expect.any(Number) })),
    );
    for (const path of paths) expect(await isInUse(path)).toBe(false);
  });
});

describe('a move', () => {
  it('takes the file away from readers without access to the new place', async () => {
    const path = messaging.addFile(ana);
    await subscribe(messaging, admin, ['club'], {
      properties: { isPrivate: true },
      principals: [ana.userId, admin.userId],
    });
    const { rows } = await messaging.sql.query<{ id: string }>(`SELECT id FROM streams WHERE name = 'club'`);
    const messageId = await sendToStream(messaging, ana, 'design', 'topic', linkTo(path));
    expect(await mayRead(ben, path)).toBe(true);
    await messaging.call(editMessage, admin, {
      ...{ messageId, streamId: Number(rows[0]?.id), propagateMode: 'change_one' },
      ...{ sendNotificationToNewThread: false, sendNotificationToOldThread: false },
    });

    expect(await mayRead(ben, path)).toBe(false);
    expect(await mayRead(ana, path)).toBe(true);
  });
});

describe('a draft', () => {
  const draft = (content: string): DraftFields => ({ type: '', to: [], topic: '', content });

  it('protects the files that it links, and lets no one read them', async () => {
    const [one, two] = [messaging.addFile(ana), messaging.addFile(ana)];
    const { ids } = await messaging.call(createDrafts, ana, { drafts: [draft(linkTo(one)), draft('text')] });
    expect(await isInUse(one)).toBe(true);
    expect(await mayRead(ana, one)).toBe(false);
    expect((await changes()).at(-1)?.holds).toEqual([{ fileId: idOf(one), isHeld: true }]);

    await messaging.call(editDraft, ana, { draftId: ids[0] as number, draft: draft(linkTo(two)) });
    expect([await isInUse(one), await isInUse(two)]).toEqual([false, true]);

    await messaging.call(deleteDraft, ana, { draftId: ids[0] as number });
    expect(await isInUse(two)).toBe(false);
    expect((await changes()).at(-1)?.holds).toEqual([{ fileId: idOf(two), isHeld: false }]);
  });

  it('protects no file that its author may not read', async () => {
    const path = messaging.addFile(ana);
    await messaging.call(createDrafts, ben, { drafts: [draft(linkTo(path))] });

    expect(await isInUse(path)).toBe(false);
  });

  it('releases its files when synchronization ends', async () => {
    const path = messaging.addFile(ana);
    await messaging.call(createDrafts, ana, { drafts: [draft(linkTo(path))] });
    const settings = messaging.users.get(ana.userId)?.settings as NonNullable<
      ReturnType<typeof messaging.users.get>
    >['settings'];
    await messaging.changeUser(ana.userId, { settings: { ...settings, enableDraftsSynchronization: false } });

    await eventually(async () => !(await isInUse(path)));
    expect((await changes()).at(-1)?.holds).toContainEqual({ fileId: idOf(path), isHeld: false });
  });
});

describe('a scheduled message', () => {
  const schedule = async (content: string): Promise<number> => {
    const inAnHour = Math.floor(Date.now() / 1000) + 3_600;
    const fields = { type: 'stream' as const, to: streamId, topic: 'later', content };
    const request = { ...fields, scheduledDeliveryTimestamp: inAnHour };
    return (await messaging.call(createScheduledMessage, ana, request)).scheduled_message_id;
  };

  it('protects its files until it is edited or deleted, and lets no one read them', async () => {
    const [one, two] = [messaging.addFile(ana), messaging.addFile(ana)];
    const scheduledMessageId = await schedule(linkTo(one));
    expect(await isInUse(one)).toBe(true);
    expect(await mayRead(ben, one)).toBe(false);

    await messaging.call(editScheduledMessage, ana, { scheduledMessageId, content: linkTo(two) });
    expect([await isInUse(one), await isInUse(two)]).toEqual([false, true]);

    await messaging.call(deleteScheduledMessage, ana, { scheduledMessageId });
    expect(await isInUse(two)).toBe(false);
  });

  it('claims its files when it is delivered', async () => {
    const path = messaging.addFile(ana);
    const id = await schedule(linkTo(path));
    await messaging.sql.query(`UPDATE scheduled_messages SET due_at = now() - interval '1 second' WHERE id = $1`, [id]);
    await messaging.replicas[0]?.app.get(DueMessages, { strict: false }).deliver(id);

    await eventually(() => mayRead(ben, path));
    const { rows } = await messaging.sql.query('SELECT 1 FROM file_holds WHERE file_id = $1', [idOf(path)]);
    expect(rows).toEqual([]);
  });
});

describe('simultaneous edits and deletions on two replicas', () => {
  it('leave claims of exactly the files that the stored messages link', async () => {
    const paths = Array.from({ length: 4 }, () => messaging.addFile(ana));
    const content = fc
      .subarray(paths)
      .map((linked) => `text ${linked.map((path) => linkTo(path)).join(' ')} \`${linkTo(paths[0] as string)}\``);
    const action = fc.oneof(
      { weight: 4, arbitrary: content.map((text) => (id: number) => edit(id, text)) },
      { weight: 1, arbitrary: fc.constant((messageId: number) => messaging.call(deleteMessage, admin, { messageId })) },
    );
    await fc.assert(
      fc.asyncProperty(content, fc.array(action, { minLength: 2, maxLength: 5 }), async (first, actions) => {
        const messageId = await sendToStream(messaging, ana, 'design', 'busy', first);
        await Promise.allSettled(actions.map((act) => act(messageId)));

        const { rows: messages } = await messaging.sql.query<{ html: string; has: boolean }>(
          'SELECT rendered_content AS html, has_attachment AS has FROM messages WHERE id = $1',
          [messageId],
        );
        const { rows: claims } = await messaging.sql.query<{ path: string }>(
          'SELECT path_id AS path FROM file_claims WHERE message_id = $1 ORDER BY file_id',
          [messageId],
        );
        const linked = paths.filter((path) => messages[0]?.html.includes(`href="/user_uploads/${path}"`));
        expect(claims.map(({ path }) => path)).toEqual(linked);
        expect(messages[0]?.has ?? false).toBe(linked.length > 0);
        expect(copied(await changes(), messageId)).toEqual(linked.map(idOf));
      }),
      { numRuns: 15 },
    );
  });
});

/** The files of the message after the changes in the order of their versions. */
function copied(all: readonly FileClaimsChange[], messageId: number): number[] {
  const files = new Set<number>();
  for (const { added, removed } of [...all].sort((a, b) => a.version - b.version)) {
    for (const claim of removed) if (claim.messageId === messageId) files.delete(claim.fileId);
    for (const claim of added) if (claim.messageId === messageId) files.add(claim.fileId);
  }
  return [...files].sort((a, b) => a - b);
}
