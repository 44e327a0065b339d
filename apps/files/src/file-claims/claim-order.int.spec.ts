import { type ApiError, ApplyFileClaims, type FileClaimsChange, FileClaimsChanged } from '@chat/contracts';
import { waitUntilHandled } from '@chat/event-log';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CLAIMS_GROUP } from '../attachments/attachments.service.js';
import { TestFiles } from '../testing/test-files.js';

const RUNS = 20;
const FILES = 2;
const MESSAGES = 2;

let service: TestFiles;
beforeAll(async () => {
  service = await TestFiles.start();
  await service.startReplica();
});
afterAll(() => service.close());

/** One claim or hold in each change; message 0 stands for the hold. */
const claim = fc.record({ file: fc.nat(FILES - 1), message: fc.nat(MESSAGES), isSet: fc.boolean() });
/** Changes by version, and the order in which they arrive: each by its event and by its request. Meanwhile all events come once more. */
const history = fc.array(claim, { minLength: 1, maxLength: 12 }).chain((claims) => {
  const arrivals = claims.flatMap((_, index) => [
    { index, by: 'event' },
    { index, by: 'request' },
  ]);
  arrivals.push({ index: 0, by: 'repetition' });
  return fc.record({
    claims: fc.constant(claims),
    arrivals: fc.shuffledSubarray(arrivals, { minLength: arrivals.length, maxLength: arrivals.length }),
  });
});

async function makeFiles(): Promise<number[]> {
  const { rows } = await service.connections.query<{ id: string }>(
    `INSERT INTO files (realm_id, owner_id, path_id, name, size, content_type, storage_key, state)
     SELECT $1::bigint, 7, format('file %s %s', $1::bigint, n), 'file', 1, 'text/plain', format('file %s %s', $1::bigint, n), 'ready'
     FROM generate_series(1, $2) n
     RETURNING id`,
    [service.realmId, FILES],
  );
  return rows.map(({ id }) => Number(id));
}

/** The request has two seconds. On a slow machine it may end later than its caller waits, and the event has the same effect. */
function unlessLate(error: ApiError): void {
  if (error.status !== 503) throw error;
}

const nothingChanged: FileClaimsChange = { version: 0, added: [], removed: [], holds: [] };

async function repeatEvents(): Promise<void> {
  await service.repeatEvents(CLAIMS_GROUP);
  // A blocked read sees a repetition when the next event comes.
  await service.publish('messaging', FileClaimsChanged.of(nothingChanged));
}

async function untilHandled(): Promise<void> {
  const position = { realmId: service.realmId, asOf: await service.tail(), withinMs: 40_000 };
  expect(await waitUntilHandled(service.redis.redis, CLAIMS_GROUP, position)).toBe(true);
}

it.each([
  ['with all events', repeatEvents],
  ['late', async () => service.repeatLate(CLAIMS_GROUP, (await service.events())[0]?.logId as string)],
])(
  'the event of a claim is handled once more if it is repeated %s',
  async (_, repeat) => {
    service.realmId++;
    const [fileId] = (await makeFiles()) as [number];
    const added = [{ fileId, messageId: 1, dateSent: 1_700_000_000_000 }];
    await service.publish('messaging', FileClaimsChanged.of({ ...nothingChanged, version: 1, added }));
    await untilHandled();
    await service.connections.query('DELETE FROM file_messages WHERE file_id = $1', [fileId]);
    await service.connections.query('DELETE FROM claim_versions WHERE file_id = $1', [fileId]);

    await repeat();

    await untilHandled();
    const { rows } = await service.connections.query('SELECT message_id FROM file_messages WHERE file_id = $1', [
      fileId,
    ]);
    expect(rows.map(({ message_id }) => Number(message_id))).toEqual([1]);
  },
  60_000,
);

it('claims end in the state of their last changes, in any order and repetition, with two replicas', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ claims, arrivals }) => {
      service.realmId++;
      const fileIds = await makeFiles();
      const changes = claims.map(({ file, message, isSet }, index): FileClaimsChange => {
        const fileId = fileIds[file] as number;
        const nothing = { version: index + 1, added: [], removed: [], holds: [] };
        if (message === 0) return { ...nothing, holds: [{ fileId, isHeld: isSet }] };
        if (!isSet) return { ...nothing, removed: [{ fileId, messageId: message }] };
        return { ...nothing, added: [{ fileId, messageId: message, dateSent: 1_700_000_000_000 }] };
      });
      const requests: Promise<void>[] = [];
      for (const { index, by } of arrivals) {
        const change = changes[index] as FileClaimsChange;
        if (by === 'repetition') await repeatEvents();
        else if (by === 'event') await service.publish('messaging', FileClaimsChanged.of(change));
        else requests.push(service.request(ApplyFileClaims, { realmId: service.realmId, ...change }).catch(unlessLate));
      }
      await Promise.all(requests);
      await repeatEvents();
      await untilHandled();

      for (const [file, fileId] of fileIds.entries()) {
        const { rows } = await service.connections.query(
          `SELECT is_held AS "isHeld", ARRAY(SELECT message_id::integer FROM file_messages WHERE file_id = id ORDER BY 1) AS messages
           FROM files WHERE id = $1`,
          [fileId],
        );
        const isSet = (message: number) =>
          claims.findLast((one) => one.file === file && one.message === message)?.isSet ?? false;
        const messages = Array.from({ length: MESSAGES }, (_, n) => n + 1).filter(isSet);
        expect(rows[0]).toEqual({ isHeld: isSet(0), messages });
      }
    }),
    { numRuns: RUNS },
  );
}, 120_000);
