import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AttachmentRemoved, DescribeFiles } from '@chat/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestFiles } from '../testing/test-files.js';
import { CLAMD_LIMITS, clamdConnection, pingClamd, ScannerAway } from './clamd.js';
import { ClamdScanner } from './clamd-scanner.js';
import { EICAR, FakeClamd } from './fake-clamd.testing.js';
import { LateScans } from './late-scans.js';

let folder: string;
let clamd: FakeClamd;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-clamd-'));
  clamd = await FakeClamd.start(folder);
});
afterEach(() => {
  clamd.behaviour = 'scans';
});
afterAll(async () => {
  await clamd.close();
  rmSync(folder, { recursive: true });
});

const large = 'x'.repeat(3_000_000);
const states = async (files: TestFiles): Promise<string[]> => {
  const { rows } = await files.connections.query('SELECT state FROM files WHERE realm_id = $1', [files.realmId]);
  return rows.map(({ state }) => state);
};
const shorten = (files: TestFiles, limits: Partial<typeof CLAMD_LIMITS>) => {
  files.replicas[0]!.app.get(ClamdScanner).limits = { ...CLAMD_LIMITS, ...limits };
};

describe('an upload with a scanner', () => {
  let files: TestFiles;
  beforeAll(async () => {
    files = await TestFiles.start({ environment: { CLAMD_ADDRESS: clamd.address, SCAN_WHEN_AWAY: '' } });
  });
  beforeEach(() => void files.realmId++);
  afterAll(() => files.close());

  it('is scanned while it is stored', async () => {
    const before = clamd.scannedBytes;
    await files.upload(files.user(), large);

    expect(clamd.scannedBytes - before).toBe(large.length);
    expect(await states(files)).toEqual(['ready']);
  });

  it.each([
    ['an infected file', EICAR],
    ['a large infected file', large + EICAR],
  ])('refuses %s, and nothing stays', async (_, body) => {
    const upload = files.upload(files.user(), body);

    await expect(upload).rejects.toMatchObject({ code: 'FILE_REJECTED', status: 422 });
    expect(await states(files)).toEqual([]);
  });

  it('refuses a file that is too large for the scanner', async () => {
    clamd.behaviour = 'is full';

    await expect(files.upload(files.user(), 'x'.repeat(200))).rejects.toMatchObject({ code: 'FILE_REJECTED' });
    expect(await states(files)).toEqual([]);
  });

  it.each(['breaks', 'stutters', 'hangs'] as const)('gives 503 if the scanner %s', async (behaviour) => {
    clamd.behaviour = behaviour;
    shorten(files, { stallMs: 200 });

    await expect(files.upload(files.user(), large)).rejects.toMatchObject({ status: 503 });
    expect(await states(files)).toEqual([]);
    shorten(files, {});
  });

  it('gives 503 while the scanner is away, and works when it is back', async () => {
    await clamd.close();
    await expect(files.upload(files.user(), 'hello')).rejects.toMatchObject({ status: 503 });
    await clamd.listen();

    await files.upload(files.user(), 'hello');
    expect(await states(files)).toEqual(['ready']);
  });
});

describe('an upload that may wait for the scanner', () => {
  let files: TestFiles;
  beforeAll(async () => {
    files = await TestFiles.start({ environment: { CLAMD_ADDRESS: clamd.address, SCAN_WHEN_AWAY: 'accept' } });
  });
  beforeEach(() => void files.realmId++);
  afterAll(async () => {
    await files.close();
    process.env['CLAMD_ADDRESS'] = process.env['SCAN_WHEN_AWAY'] = '';
  });

  it.each(['breaks', 'hangs'] as const)('is accepted if the scanner %s, and scanned later', async (behaviour) => {
    const scans = files.replicas[0]!.app.get(LateScans);
    const owner = files.user();
    clamd.behaviour = behaviour;
    shorten(files, { stallMs: 200 });
    const clean = await files.upload(owner, large);
    const infected = await files.upload(owner, large + EICAR);
    await scans.run();
    expect(await states(files)).toEqual(['ready', 'ready']);
    clamd.behaviour = 'scans';

    await scans.run();

    const described = await files.request(DescribeFiles, {
      realmId: files.realmId,
      pathIds: [clean.pathId, infected.pathId],
    });
    expect(described.map(({ pathId }) => pathId)).toEqual([clean.pathId]);
    expect(await files.published(AttachmentRemoved)).toMatchObject([
      { userId: owner.userId, uploadSpaceUsed: large.length },
    ]);
    const { rows } = await files.connections.query('SELECT 1 FROM files WHERE is_scan_due');
    expect(rows).toEqual([]);
    shorten(files, {});
  });

  it('is refused at once while the scanner is there', async () => {
    await expect(files.upload(files.user(), EICAR)).rejects.toMatchObject({ code: 'FILE_REJECTED' });
  });
});

it.each([
  ['/run/clamd.sock', { path: '/run/clamd.sock' }],
  ['clamd:3310', { host: 'clamd', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
])('the scanner at %s is found', (address, connection) => {
  expect(clamdConnection(address)).toEqual(connection);
});

describe('the check of the scanner', () => {
  it('succeeds while clamd replies, and fails if it hangs, breaks or is away', async () => {
    const ping = (address = clamd.address) => pingClamd(clamdConnection(address), { connectMs: 100 });

    await expect(ping()).resolves.toBeUndefined();
    for (const behaviour of ['hangs', 'breaks'] as const) {
      clamd.behaviour = behaviour;
      await expect(ping()).rejects.toBeInstanceOf(ScannerAway);
    }
    await expect(ping(join(folder, 'absent.sock'))).rejects.toBeInstanceOf(ScannerAway);
  });
});
