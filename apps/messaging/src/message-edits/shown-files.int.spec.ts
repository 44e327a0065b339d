import {
  AttachmentRemoved,
  editMessage,
  FilePreviewChanged,
  type LinkedFile,
  type MessagesEditedPayload,
  type Principal,
} from '@chat/contracts';
import { waitUntilHandled } from '@chat/event-log';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendToStream, subscribe } from '../testing/requests.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 2 });
  ana = await messaging.addUser();
  await subscribe(messaging, ana, ['design']);
  await sendToStream(messaging, ana, 'design', 'topic', 'first');
});
afterAll(() => messaging.close());

const picture = { contentType: 'image/png', picture: { width: 3, height: 2, frames: 1 } };
const send = (...paths: string[]) =>
  sendToStream(messaging, ana, 'design', 'topic', paths.map((path) => `[file](/user_uploads/${path})`).join(' '));

async function storedMessage(id: number) {
  const { rows } = await messaging.sql.query<{ html: string; hasAttachment: boolean; history: unknown }>(
    `SELECT rendered_content AS html, has_attachment AS "hasAttachment", edit_history AS history FROM messages
     WHERE id = $1`,
    [id],
  );
  return rows[0] as (typeof rows)[number];
}
const show = (path: string, preview: LinkedFile['preview']): void => {
  messaging.files.set(path, { ...(messaging.files.get(path) as LinkedFile), preview });
};
const publishPreview = async (path: string, result: 'ready' | 'broken'): Promise<void> => {
  const { fileId } = messaging.files.get(path) as LinkedFile;
  show(path, result === 'ready' ? 'ready' : 'none');
  await messaging.publish('files', FilePreviewChanged.of({ fileId, pathId: path, result }));
};

/** Delays the next description of files. Resolves when it is requested, with the function that ends the delay. */
function delayNextDescription(): Promise<() => void> {
  return new Promise((requested) => {
    messaging.delayDescriptions = () => {
      messaging.delayDescriptions = async () => {};
      return new Promise((goOn) => requested(goOn));
    };
  });
}

describe('a late preview', () => {
  it('replaces the placeholder in every message with the file, as a change of the rendering only', async () => {
    const path = messaging.addFile(ana, { ...picture, preview: 'pending' });
    const ids: number[] = [];
    for (let n = 0; n < 45; n++) ids.push(await send(path));
    const [first] = ids as [number];
    expect((await storedMessage(first)).html).toContain('image-loading-placeholder');
    await publishPreview(path, 'ready');

    await eventually(async () => !(await storedMessage(first)).html.includes('image-loading-placeholder'));
    for (const id of ids) expect((await storedMessage(id)).html).toContain(`/thumbnail/${path}/840x560.webp`);
    expect((await storedMessage(first)).history).toBeNull();
    const edits = (await messaging.events()).filter(({ type }) => type === 'messaging.messages_edited');
    const changed = edits.map(({ payload }) => payload as MessagesEditedPayload);
    // The check after the send may see the new preview before the event does, so the order is open.
    expect(changed.map(({ messageId }) => messageId).sort((a, b) => a - b)).toEqual(ids);
    expect(changed.find(({ messageId }) => messageId === first)).toMatchObject({
      ...{ messageId: first, messageIds: [first], userId: null, isRenderingOnly: true, move: null },
      content: { renderedContent: expect.stringContaining('840x560.webp') },
    });
  });

  it('leaves the names in the message as they were', async () => {
    const path = messaging.addFile(ana, { ...picture, preview: 'pending' });
    const ben = await messaging.addUser({ fullName: 'Ben Before' });
    const content = `@**Ben Before** in #**design** [file](/user_uploads/${path})`;
    const id = await sendToStream(messaging, ana, 'design', 'topic', content);
    await messaging.changeUser(ben.userId, { fullName: 'Ben Renamed' });
    await publishPreview(path, 'ready');

    await eventually(async () => (await storedMessage(id)).html.includes('840x560.webp'));
    const { html } = await storedMessage(id);
    expect(html).toContain(`<span class="user-mention" data-user-id="${ben.userId}">@Ben Before</span>`);
    expect(html).toContain('>#design</a>');
  });

  it('is removed if the file turns out broken', async () => {
    const path = messaging.addFile(ana, { ...picture, preview: 'pending' });
    const id = await send(path);
    await publishPreview(path, 'broken');

    await eventually(async () => !(await storedMessage(id)).html.includes('<img'));
    expect(await storedMessage(id)).toMatchObject({ hasAttachment: true });
  });

  it('is shown if it became ready during an edit', async () => {
    const path = messaging.addFile(ana, { ...picture, preview: 'pending' });
    const id = await send(path);
    await eventually(async () => messaging.describedPaths.filter((paths) => paths.includes(path)).length > 1);
    const requested = delayNextDescription();
    const content = `edited [file](/user_uploads/${path})`;
    const edit = messaging.call(editMessage, ana, {
      ...{ messageId: id, content, propagateMode: 'change_one' },
      ...{ sendNotificationToNewThread: false, sendNotificationToOldThread: false },
    });
    const goOn = await requested;
    await publishPreview(path, 'ready');
    await eventually(async () => (await storedMessage(id)).html.includes('840x560.webp'));
    goOn();
    await edit;

    await eventually(async () => {
      const { html } = await storedMessage(id);
      return html.includes('edited') && html.includes('840x560.webp');
    });
  });

  it('is shown if it became ready while the message was being stored', async () => {
    const path = messaging.addFile(ana, { ...picture, preview: 'pending' });
    const previews: LinkedFile['preview'][] = ['pending'];
    const file = messaging.files.get(path) as LinkedFile;
    messaging.files.set(path, {
      ...file,
      get preview() {
        return previews.shift() ?? 'ready';
      },
    });
    const id = await send(path);

    await eventually(async () => (await storedMessage(id)).html.includes('840x560.webp'));
  });
});

describe('a deleted file', () => {
  const remove = async (path: string): Promise<void> => {
    const { fileId: id, ownerId: userId } = messaging.files.get(path) as LinkedFile;
    messaging.files.delete(path);
    await messaging.publish('files', AttachmentRemoved.of({ userId, attachment: { id }, uploadSpaceUsed: 0 }));
    const asOf = (await messaging.tail()) as string;
    const handled = { realmId: TEST_REALM, asOf, withinMs: 15_000 };
    expect(await waitUntilHandled(messaging.redis.redis, 'messaging-shown-files', handled)).toBe(true);
  };

  it('leaves no claim and no preview in a message that was being stored', async () => {
    const path = messaging.addFile(ana, { ...picture, preview: 'ready' });
    const { fileId } = messaging.files.get(path) as LinkedFile;
    const requested = delayNextDescription();
    const sent = send(path);
    const goOn = await requested;
    await remove(path);
    goOn();
    const id = await sent;

    await eventually(async () => !(await storedMessage(id)).html.includes('<img'));
    expect((await storedMessage(id)).hasAttachment).toBe(false);
    expect((await messaging.sql.query('SELECT 1 FROM file_claims WHERE file_id = $1', [fileId])).rows).toEqual([]);
  });

  it('leaves no claim and no preview in its messages', async () => {
    const path = messaging.addFile(ana, { ...picture, preview: 'ready' });
    const other = messaging.addFile(ana);
    const alone = await send(path);
    const withOther = await send(path, other);
    const { fileId } = messaging.files.get(path) as LinkedFile;
    messaging.files.delete(path);
    const removal = { userId: ana.userId, attachment: { id: fileId }, uploadSpaceUsed: 0 };
    await messaging.publish('files', AttachmentRemoved.of(removal));

    await eventually(async () => !(await storedMessage(alone)).hasAttachment);
    await eventually(async () => !(await storedMessage(withOther)).html.includes('<img'));
    expect((await storedMessage(alone)).html).not.toContain('<img');
    expect(await storedMessage(withOther)).toMatchObject({ hasAttachment: true });
    const { rows } = await messaging.sql.query('SELECT 1 FROM file_claims WHERE file_id = $1', [fileId]);
    expect(rows).toEqual([]);
  });

  it('leaves no preview if another replica handles its late preview at the same time', async () => {
    const path = messaging.addFile(ana, { ...picture, preview: 'pending' });
    const id = await send(path);
    const { fileId } = messaging.files.get(path) as LinkedFile;
    await eventually(async () => messaging.describedPaths.filter((paths) => paths.includes(path)).length > 1);
    const requested = delayNextDescription();
    await publishPreview(path, 'ready');
    const goOn = await requested;
    messaging.files.delete(path);
    const removal = { userId: ana.userId, attachment: { id: fileId }, uploadSpaceUsed: 0 };
    await messaging.publish('files', AttachmentRemoved.of(removal));
    await eventually(async () => !(await storedMessage(id)).html.includes('<img'));
    const handled = messaging.tail();
    goOn();

    const group = { realmId: TEST_REALM, asOf: (await handled) as string, withinMs: 10_000 };
    expect(await waitUntilHandled(messaging.redis.redis, 'messaging-shown-files', group)).toBe(true);
    expect((await storedMessage(id)).html).not.toContain('<img');
  });
});
