import {
  AttachmentRemoved,
  editMessage,
  FileClaimsChanged,
  type LinkedFile,
  MAX_CLAIMED_FILES_PER_MESSAGE,
  MayReadFile,
  MessageSent,
  type Principal,
  renderMessage,
  unsubscribeFromStreams,
} from '@chat/contracts';
import { partitionOf, stateEventsTailKey } from '@chat/event-log';
import { BoundedRenderer } from '@chat/markdown';
import { messageOf } from '@chat/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { sendDirect, sendToStream, subscribe } from '../testing/requests.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;
let cleo: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  ana = await messaging.addUser();
  ben = await messaging.addUser();
  cleo = await messaging.addUser();
  await subscribe(messaging, ana, ['design'], { principals: [ana.userId, ben.userId] });
  await subscribe(messaging, ana, ['club'], { properties: { isPrivate: true }, principals: [ana.userId, ben.userId] });
  // The first message of a stream costs more.
  await sendToStream(messaging, ana, 'design', 'topic', 'first');
  await sendToStream(messaging, ana, 'club', 'topic', 'first');
});
afterAll(() => messaging.close());
afterEach(() => {
  messaging.isFilesAway = false;
});

const linkTo = (path: string): string => `[file](/user_uploads/${path})`;
const fileAt = (path: string) => messaging.files.get(path) as LinkedFile;
const mayRead = (reader: Principal | null, path: string) =>
  messaging.request(MayReadFile, { realmId: TEST_REALM, reader, fileId: fileAt(path).fileId });

async function claimsOf(messageId: number): Promise<string[]> {
  const { rows } = await messaging.sql.query<{ path: string }>(
    'SELECT path_id AS path FROM file_claims WHERE message_id = $1 ORDER BY file_id',
    [messageId],
  );
  return rows.map(({ path }) => path);
}

async function storedMessage(messageId: number): Promise<{ html: string; has_attachment: boolean }> {
  const { rows } = await messaging.sql.query(
    'SELECT rendered_content AS html, has_attachment FROM messages WHERE id = $1',
    [messageId],
  );
  return rows[0];
}

/** The service looks at its server every few seconds, also meanwhile. */
const LOOKS_AT_SERVER = /current_setting\(|pg_sequences|pg_is_in_recovery\(/;
/** Of the consumer that looks for placeholders among claims; those of an earlier test may arrive late. */
const LOOKS_FOR_PLACEHOLDERS = /image-loading-placeholder/;
/** Of timers, which search for due messages and for events that no process has appended. */
const LOOKS_BY_TIMERS =
  /FROM scheduled_messages\s+WHERE status = 'waiting'|FROM outbox_head ORDER BY realm_id|FROM outbox WHERE recorded_at </;
const LOOKS_FOR_REMOVALS = /FROM removed_files/;
const LOOKS = [LOOKS_AT_SERVER, LOOKS_FOR_PLACEHOLDERS, LOOKS_FOR_REMOVALS, LOOKS_BY_TIMERS];

async function statementsOf(action: () => Promise<unknown>): Promise<string[]> {
  const query = jest.spyOn(pg.Client.prototype, 'query');
  try {
    await action();
    const statements = query.mock.calls.map(([statement]) =>
      String((statement as { text?: string }).text ?? statement),
    );
    return statements.filter((text) => !LOOKS.some((look) => look.test(text)));
  } finally {
    query.mockRestore();
  }
}

describe('a message with a link to a file', () => {
  it('of its sender gives its readers access', async () => {
    const path = messaging.addFile(ana);
    expect(await mayRead(ben, path)).toBe(false);
    const messageId = await sendDirect(messaging, ana, [ben.userId], linkTo(path));

    expect(await mayRead(ben, path)).toBe(true);
    expect(await mayRead(cleo, path)).toBe(false);
    expect(await claimsOf(messageId)).toEqual([path]);
    expect(await storedMessage(messageId)).toMatchObject({ has_attachment: true });
  });

  it('of another user gives access if its sender may read the file, and none otherwise', async () => {
    const path = messaging.addFile(ana);
    const guessed = await sendDirect(messaging, ben, [cleo.userId], linkTo(path));
    expect(await claimsOf(guessed)).toEqual([]);
    expect(await storedMessage(guessed)).toMatchObject({ has_attachment: false });

    await sendToStream(messaging, ana, 'club', 'topic', linkTo(path));
    await sendDirect(messaging, ben, [cleo.userId], linkTo(path));
    expect(await mayRead(cleo, path)).toBe(true);
  });

  it('gives no access once its sender cannot read the file any more', async () => {
    const path = messaging.addFile(ana);
    await sendToStream(messaging, ana, 'club', 'topic', linkTo(path));
    await messaging.call(unsubscribeFromStreams, ben, { subscriptions: ['club'] });
    await sendDirect(messaging, ben, [cleo.userId], linkTo(path));

    expect(await mayRead(cleo, path)).toBe(false);
  });

  it('is published with its claims, and does not wait for the files service to copy them', async () => {
    const path = messaging.addFile(ana);
    const messageId = await sendToStream(messaging, ana, 'design', 'topic', linkTo(path));
    const { fileId } = fileAt(path);
    const claim = { fileId, messageId, dateSent: expect.any(Number) };
    const change = { version: expect.any(Number), added: [claim], removed: [], holds: [] };

    expect(messaging.appliedClaims).toEqual([]);
    const events = (await messaging.events()).slice(-2);
    expect(events.map(({ type }) => type)).toEqual([MessageSent.type, FileClaimsChanged.type]);
    expect(events[0]?.payload).toMatchObject({ messageId, hasAttachment: true });
    expect(events[1]?.payload).toEqual(change);
  });

  it('shows a picture by its content', async () => {
    const path = messaging.addFile(ana, {
      ...{ pathId: '1/x/picture', contentType: 'image/png', picture: { width: 30, height: 20, frames: 1 } },
      preview: 'ready',
    });
    const messageId = await sendToStream(messaging, ana, 'design', 'topic', linkTo(path));

    expect((await storedMessage(messageId)).html).toContain(
      'data-original-dimensions="30x20" src="/user_uploads/thumbnail/1/x/picture/840x560.webp"',
    );
    const { rendered } = await messaging.call(renderMessage, ben, { content: linkTo(path) });
    expect(rendered).toContain('840x560.webp');
  });

  it('is rendered a second time only if it shows the file', async () => {
    const render = jest.spyOn(BoundedRenderer.prototype, 'render');
    const sendLinkTo = async (path: string): Promise<number> => {
      render.mockClear();
      await sendToStream(messaging, ana, 'design', 'topic', linkTo(path));
      return render.mock.calls.length;
    };
    try {
      expect(await sendLinkTo(messaging.addFile(ana))).toBe(1);
      expect(await sendLinkTo(messaging.addFile(ana, { contentType: 'video/mp4' }))).toBe(2);
    } finally {
      render.mockRestore();
    }
  });

  it('claims the first files of too many', async () => {
    const paths = Array.from({ length: MAX_CLAIMED_FILES_PER_MESSAGE + 1 }, () => messaging.addFile(ana));
    const messageId = await sendDirect(messaging, ana, [ben.userId], paths.map((path) => linkTo(path)).join(' '));

    expect(await claimsOf(messageId)).toEqual(paths.slice(0, -1));
  });

  it('costs one statement, and no request if the facts about the file are known and last', async () => {
    const lasting = messaging.addFile(ana, { isLasting: true });
    const changing = messaging.addFile(ana);
    const content = `${linkTo(lasting)} ${linkTo(changing)}`;
    await sendToStream(messaging, ana, 'design', 'topic', content);
    const statements = await statementsOf(() => sendToStream(messaging, ana, 'design', 'topic', content));
    const again = await sendDirect(messaging, ana, [ben.userId], linkTo(lasting));

    expect(statements).toEqual([expect.stringContaining('json_to_recordset')]);
    expect(messaging.describedPaths.slice(-2)).toEqual([[lasting, changing], [changing]]);
    expect(await claimsOf(again)).toEqual([lasting]);
  });

  it('wakes no service that only follows state events', async () => {
    const path = messaging.addFile(ana, { isLasting: true });
    const tail = () => messaging.redis.redis.get(stateEventsTailKey(partitionOf(TEST_REALM)));
    const before = await tail();
    await sendToStream(messaging, ana, 'design', 'topic', linkTo(path));

    expect((await messaging.events()).at(-1)?.type).toBe(FileClaimsChanged.type);
    expect(await tail()).toBe(before);
  });

  it('gives no access to a file that is known and was removed before', async () => {
    const path = messaging.addFile(ana, { isLasting: true });
    await sendDirect(messaging, ana, [ben.userId], linkTo(path));
    const { fileId } = fileAt(path);
    messaging.files.delete(path);
    const removal = { userId: ana.userId, attachment: { id: fileId }, uploadSpaceUsed: 0 };
    await messaging.publish('files', AttachmentRemoved.of(removal));

    expect(await claimsOf(await sendDirect(messaging, ana, [ben.userId], linkTo(path)))).toEqual([]);
  });

  it('shares its statement with others: the changes of claims follow the messages', async () => {
    const paths = [messaging.addFile(ana), messaging.addFile(ana, { isLasting: true })];
    const contents = ['text', paths.map(linkTo).join(' '), 'more text', linkTo(paths[1] as string)];
    const ids = await Promise.all(contents.map((content) => sendToStream(messaging, ana, 'design', 'topic', content)));

    const claims = await Promise.all(ids.map((id) => claimsOf(id)));
    expect(claims).toEqual([[], paths, [], [paths[1]]]);
    const changes = (await messaging.events()).filter(FileClaimsChanged.matches).slice(-2);
    const added = changes.flatMap(({ payload }) => payload.added);
    expect(added.map(({ fileId, messageId }) => `${fileId} ${messageId}`).toSorted()).toEqual(
      [
        ...paths.map((path) => `${fileAt(path).fileId} ${ids[1]}`),
        `${fileAt(paths[1] as string).fileId} ${ids[3]}`,
      ].toSorted(),
    );
    const { rows } = await messaging.sql.query(
      'SELECT payload FROM outbox WHERE type = $1 ORDER BY sequence DESC LIMIT 2',
      [FileClaimsChanged.type],
    );
    expect(rows.map(({ payload }) => JSON.parse(payload)).reverse()).toEqual(changes.map(({ payload }) => payload));
  });

  it('is refused as a whole while the files service is away; others are sent', async () => {
    const content = linkTo(messaging.addFile(ana));
    messaging.isFilesAway = true;

    expect(await messageOf(sendToStream(messaging, ana, 'design', 'topic', content))).toMatch(/files/);
    expect(await sendToStream(messaging, ana, 'design', 'topic', 'text')).toEqual(expect.any(Number));
    const { rows } = await messaging.sql.query('SELECT 1 FROM messages WHERE content = $1', [content]);
    expect(rows).toEqual([]);
  });
});

describe('a message without a link to a file', () => {
  it.each(['text', 'see https://example.com', '`/user_uploads/1/1/file.txt`'])(
    'costs one statement and no request: %s',
    async (content) => {
      const before = messaging.describedPaths.length;
      const statements = await statementsOf(() => sendToStream(messaging, ana, 'design', 'topic', content));

      expect(statements).toEqual([expect.stringContaining('json_to_recordset')]);
      expect(messaging.describedPaths).toHaveLength(before);
    },
  );

  it('costs no more when it is edited', async () => {
    const messageId = await sendToStream(messaging, ana, 'design', 'topic', 'text');
    const statements = await statementsOf(() =>
      messaging.call(editMessage, ana, {
        ...{ messageId, content: 'other text', propagateMode: 'change_one' },
        ...{ sendNotificationToNewThread: true, sendNotificationToOldThread: false },
      }),
    );

    expect(statements.filter((statement) => statement.includes('file_'))).toEqual([]);
  });
});
