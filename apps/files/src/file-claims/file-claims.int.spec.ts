import {
  ApplyFileClaims,
  type Attachment,
  AttachmentUpdated,
  type FileClaimsChange,
  FileClaimsChanged,
  getAttachments,
  MAX_LISTED_LINKS,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestFiles } from '../testing/test-files.js';

let service: TestFiles;

beforeAll(async () => {
  service = await TestFiles.start();
});
beforeEach(() => void service.realmId++);
afterAll(() => service.close());

let files = 0;

/** Stores the row of a ready file that was uploaded a day ago. */
async function makeFile(): Promise<number> {
  const name = `file ${++files}`;
  const { rows } = await service.connections.query<{ id: string }>(
    `INSERT INTO files (realm_id, owner_id, path_id, name, size, content_type, storage_key, state, unlinked_since)
     VALUES ($1, 7, $2, $2, 1, 'text/plain', $2, 'ready', now() - interval '1 day') RETURNING id`,
    [service.realmId, name],
  );
  return Number(rows[0]?.id);
}

async function stateOf(fileId: number) {
  const { rows } = await service.connections.query(
    `SELECT ARRAY(SELECT message_id::integer FROM file_messages WHERE file_id = id ORDER BY 1) AS messages, is_held AS "isHeld",
       unlinked_since IS NULL AS "isLinked", coalesce(unlinked_since < now() - interval '1 hour', false) AS "isLongUnlinked"
     FROM files WHERE id = $1`,
    [fileId],
  );
  return rows[0];
}

const change = (version: number, fields: Partial<FileClaimsChange>): FileClaimsChange => ({
  ...{ version, added: [], removed: [], holds: [] },
  ...fields,
});
const apply = (applied: FileClaimsChange) => service.request(ApplyFileClaims, { realmId: service.realmId, ...applied });
const claim = (fileId: number, messageId: number) => ({ fileId, messageId, dateSent: 1_700_000_000_123 });
const linksOf = (fileIds: readonly number[], messageId: number) => fileIds.map((id) => claim(id, messageId));

describe('claims of messages', () => {
  it('are listed only if they are among the newest thousand', async () => {
    const file = await makeFile();
    await service.connections.query(
      'INSERT INTO file_messages (file_id, message_id, sent_at) SELECT $1, n, now() FROM generate_series(1, $2) AS n',
      [file, MAX_LISTED_LINKS + 5],
    );
    await apply(change(1, { added: [claim(file, 9_000_000)] }));

    const [update] = await service.published(AttachmentUpdated);
    const actor = service.user({ userId: 7 });
    const { attachments } = await service.call(getAttachments, actor, {});
    for (const { messages = [] } of [update?.attachment ?? {}, ...attachments] as Partial<Attachment>[]) {
      const ids = messages.map(({ id }) => id);
      expect([ids.length, ids[0], ids.at(-1)]).toEqual([MAX_LISTED_LINKS, 7, 9_000_000]);
    }
    expect(attachments).toHaveLength(1);
  });

  it('are copied, and date the end of the last link', async () => {
    const file = await makeFile();
    await apply(change(1, { added: [claim(file, 1), claim(file, 2)] }));
    expect(await stateOf(file)).toMatchObject({ messages: [1, 2], isLinked: true });

    await apply(change(2, { removed: [claim(file, 1)] }));
    expect(await stateOf(file)).toMatchObject({ messages: [2], isLinked: true });

    await apply(change(3, { removed: [claim(file, 2)] }));
    expect(await stateOf(file)).toMatchObject({ messages: [], isLinked: false, isLongUnlinked: false });
    const updates = (await service.published(AttachmentUpdated)).map(({ userId, attachment }) => ({
      userId,
      messages: attachment.messages,
    }));
    const linked = (...ids: number[]) => ids.map((id) => ({ id, dateSent: 1_700_000_000_123 }));
    expect(updates).toEqual([linked(1, 2), linked(2), []].map((messages) => ({ userId: 7, messages })));
  });

  it('have the same effect by the event, once', async () => {
    const file = await makeFile();
    const added = change(1, { added: [claim(file, 1)] });
    await apply(added);
    await service.publish('messaging', FileClaimsChanged.of(added));
    await service.publish('messaging', FileClaimsChanged.of(change(2, { added: [claim(file, 2)] })));

    await eventually(async () => (await stateOf(file)).messages.length === 2);
    expect(await service.published(AttachmentUpdated)).toHaveLength(2);
    expect(await stateOf(file)).toMatchObject({ messages: [1, 2] });
  });

  it('are in the list that a client gets right after the message', async () => {
    const file = await makeFile();
    const owner = service.user({ userId: 7 });
    for (let messageId = 1; messageId <= 5; messageId++) {
      const added = [claim(file, messageId)];
      await service.publish('messaging', FileClaimsChanged.of(change(messageId, { added })));
      const { attachments } = await service.call(getAttachments, owner, {});

      expect(attachments.at(0)?.messages?.at(-1)?.id).toBe(messageId);
    }
  });

  it('ignore a change that arrives after a newer one of the same claim', async () => {
    const file = await makeFile();
    await apply(change(2, { removed: [claim(file, 1)], holds: [{ fileId: file, isHeld: false }] }));
    await apply(change(1, { added: [claim(file, 1)], holds: [{ fileId: file, isHeld: true }] }));

    expect(await stateOf(file)).toMatchObject({ messages: [], isHeld: false });
  });

  it('ignore unknown files and files of other realms', async () => {
    const file = await makeFile();
    await service.request(ApplyFileClaims, {
      realmId: service.realmId + 1,
      ...change(1, { added: [claim(file, 1), claim(9_999_999, 1)] }),
    });

    expect(await stateOf(file)).toMatchObject({ messages: [], isLinked: false });
  });

  it('ignore each other in any order of simultaneous changes', async () => {
    const [one, two] = [await makeFile(), await makeFile()];
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        apply(change(n + 1, { added: linksOf(n % 2 ? [one, two] : [two, one], n + 1) })),
      ),
    );

    const messages = Array.from({ length: 20 }, (_, n) => n + 1);
    expect(await stateOf(one)).toMatchObject({ messages });
    expect(await stateOf(two)).toMatchObject({ messages });
  });
});

it('holds of drafts and scheduled messages protect a file and do not link it', async () => {
  const file = await makeFile();
  await apply(change(1, { holds: [{ fileId: file, isHeld: true }] }));
  expect(await stateOf(file)).toMatchObject({ isHeld: true, isLinked: false, isLongUnlinked: true });

  await apply(change(2, { holds: [{ fileId: file, isHeld: false }] }));
  expect(await stateOf(file)).toMatchObject({ isHeld: false });
});
