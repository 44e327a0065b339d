import { FilesInUse, MayReadFile, type Principal, Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendDirect, sendToStream, unsubscribe } from '../testing/requests.js';
import { makeStream, subscribeByRows } from '../testing/stream-by-sql.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;
let guest: Principal;
let design: number;
let club: number;
let board: number;
let lastFileId = 0;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  await messaging.changeRealm({ webPublicStreamsEnabled: true });
  ana = await messaging.addUser();
  ben = await messaging.addUser();
  guest = await messaging.addUser({ role: Role.Guest });
  design = await makeStream(messaging, { name: 'design', subscribers: [ana] });
  club = await makeStream(messaging, { name: 'club', isPrivate: true, subscribers: [ana, ben] });
  board = await makeStream(messaging, { name: 'board', isWebPublic: true, subscribers: [ana] });
});
afterAll(() => messaging.close());

/** Stores a claim of a new file by the message. */
async function claimedBy(messageId: number): Promise<number> {
  const fileId = ++lastFileId;
  await messaging.sql.query(
    'INSERT INTO file_claims (realm_id, file_id, path_id, message_id) VALUES ($1, $2, $3, $4)',
    [...[TEST_REALM, fileId, `1/${fileId}`, messageId]],
  );
  return fileId;
}

const mayRead = (reader: Principal | null, fileId: number) =>
  messaging.request(MayReadFile, { realmId: TEST_REALM, reader, fileId });
const sendTo = (stream: number) => sendToStream(messaging, ana, stream, 'topic', 'text');

describe('a file with a claim', () => {
  it('of a public stream is readable by members, and not by guests and spectators', async () => {
    const file = await claimedBy(await sendTo(design));

    expect(await mayRead(ben, file)).toBe(true);
    expect(await mayRead(guest, file)).toBe(false);
    expect(await mayRead(null, file)).toBe(false);
  });

  it('of a private stream is readable by a subscriber until the subscriber leaves', async () => {
    const file = await claimedBy(await sendTo(club));

    expect(await mayRead(ben, file)).toBe(true);
    await unsubscribe(messaging, ben, ['club']);
    expect(await mayRead(ben, file)).toBe(false);
  });

  it('of a private stream with protected history is not readable by later subscribers', async () => {
    const early = await claimedBy(await sendTo(club));
    await subscribeByRows(messaging, club, guest);
    const late = await claimedBy(await sendTo(club));

    expect(await mayRead(guest, early)).toBe(false);
    expect(await mayRead(guest, late)).toBe(true);
  });

  it('of a direct message is readable by its participants only', async () => {
    const file = await claimedBy(await sendDirect(messaging, ana, [guest.userId], 'text'));

    expect(await mayRead(guest, file)).toBe(true);
    expect(await mayRead(ben, file)).toBe(false);
  });

  it('of a web-public stream is readable by spectators while the realm has such streams', async () => {
    const file = await claimedBy(await sendTo(board));

    expect(await mayRead(null, file)).toBe(true);
    await messaging.changeRealm({ webPublicStreamsEnabled: false });
    expect(await mayRead(null, file)).toBe(false);
    await messaging.changeRealm({ webPublicStreamsEnabled: true });
  });

  it('of another realm is not readable', async () => {
    const file = await claimedBy(await sendTo(design));
    await messaging.sql.query('UPDATE file_claims SET realm_id = 2 WHERE file_id = $1', [file]);

    expect(await mayRead(ana, file)).toBe(false);
  });
});

it('files in use are those with claims or holds', async () => {
  const claimed = await claimedBy(await sendTo(design));
  const held = ++lastFileId;
  const unused = ++lastFileId;
  await messaging.sql.query(
    `INSERT INTO file_holds (realm_id, file_id, holder, holder_id) VALUES ($1, $2, 'draft', 1)`,
    [TEST_REALM, held],
  );

  expect(await messaging.request(FilesInUse, { realmId: TEST_REALM, fileIds: [claimed, held, unused] })).toEqual([
    claimed,
    held,
  ]);
});
