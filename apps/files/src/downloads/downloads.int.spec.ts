import {
  type FileTransfer,
  MAX_SPECTATOR_READS_PER_DAY,
  MakeTemporaryAddress,
  MayReadFile,
  OpenFile,
  OpenTemporaryFile,
  type Principal,
} from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { TestFiles } from '../testing/test-files.js';

let files: TestFiles;
let ana: Principal;
let mayRead: boolean;

beforeAll(async () => {
  files = await TestFiles.start();
  await files.play('messaging', { [MayReadFile.pattern]: () => mayRead });
});
afterAll(() => files.close());
beforeEach(() => {
  ana = files.user();
  mayRead = false;
});

const open = (
  pathId: string,
  reader: Principal | null,
  { verb = 'GET', asAttachment = false }: { verb?: 'GET' | 'HEAD'; asAttachment?: boolean } = {},
): Promise<FileTransfer> =>
  files.request(OpenFile, { realmId: files.realmId, reader, pathId, verb, asAttachment, format: null });
const read = (transfer: FileTransfer, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(transfer.address + transfer.path, {
    method,
    headers: { ...headers, authorization: `Bearer ${transfer.grant}` },
  });

describe('a file', () => {
  it('is read by its owner, whole and in ranges', async () => {
    const { pathId } = await files.upload(ana, 'a report');

    const whole = await read(await open(pathId, ana));
    const part = await read(await open(pathId, ana), { range: 'bytes=2-4' });

    expect([whole.status, await whole.text()]).toEqual([200, 'a report']);
    expect(whole.headers.get('content-length')).toBe('8');
    expect(whole.headers.get('cache-control')).toBe('private, immutable');
    expect([part.status, await part.text()]).toEqual([206, 'rep']);
    expect(part.headers.get('content-range')).toBe('bytes 2-4/8');
  });

  it('is not sent again to a reader with this version, nor beyond its end', async () => {
    const { pathId } = await files.upload(ana, 'a report');
    const etag = (await read(await open(pathId, ana))).headers.get('etag') as string;

    expect((await read(await open(pathId, ana), { 'if-none-match': etag })).status).toBe(304);
    const beyond = await read(await open(pathId, ana), { range: 'bytes=8-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */8']);
  });

  it('has the same headers for HEAD', async () => {
    const { pathId } = await files.upload(ana, 'a report');

    const head = await read(await open(pathId, ana, { verb: 'HEAD' }), {}, 'HEAD');

    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '8', '']);
  });

  it('is stored by browsers if the reader downloads it', async () => {
    const { pathId } = await files.upload(ana, '%PDF-1.7', { contentType: 'application/pdf', fileName: 'a.pdf' });
    const dispositionOf = async (asAttachment: boolean) =>
      (await read(await open(pathId, ana, { asAttachment }))).headers.get('content-disposition');

    expect(await dispositionOf(false)).toBe('inline; filename=a.pdf');
    expect(await dispositionOf(true)).toBe('attachment; filename=a.pdf');
  });

  it('is read by others only through a message', async () => {
    const { pathId } = await files.upload(ana, 'x');
    const ben = files.user();

    await expect(open(pathId, ben)).rejects.toThrow('You are not authorized to view this file.');
    mayRead = true;
    expect((await read(await open(pathId, ben))).status).toBe(200);
  });

  it('is unknown under other paths and in other realms', async () => {
    const { pathId } = await files.upload(ana, 'x');
    const other = { realmId: files.realmId + 1, reader: ana, pathId, verb: 'GET', asAttachment: false } as const;

    for (const path of ['', `${pathId}x`, `${pathId}\0`, '../../etc/passwd', '%'])
      await expect(open(path, ana)).rejects.toThrow('File not found.');
    await expect(files.request(OpenFile, { ...other, format: null })).rejects.toThrow('File not found.');
  });

  it('is read by spectators a thousand times a day', async () => {
    const { pathId } = await files.upload(ana, 'x');
    mayRead = true;
    await open(pathId, null);
    const change = (sql: string) => files.connections.query(sql, [MAX_SPECTATOR_READS_PER_DAY]);
    await change('UPDATE spectator_reads SET reads = $1');

    await expect(open(pathId, null)).rejects.toThrow('You are not authorized to view this file.');

    await change('UPDATE spectator_reads SET day = day - 1, reads = $1');
    expect((await read(await open(pathId, null))).status).toBe(200);
    await expect(open(pathId, ana)).resolves.toBeDefined();
  });
});

describe('a temporary address', () => {
  const addressOf = async (pathId: string, reader = ana) => {
    const request = { realmId: files.realmId, reader, pathId, asAttachment: false };
    return (await files.request(MakeTemporaryAddress, request)).url;
  };
  const openTemporary = (token: string, fileName: string) =>
    files.request(OpenTemporaryFile, { realmId: files.realmId, token, fileName, verb: 'GET' });

  it('gives the file under its name', async () => {
    const { pathId } = await files.upload(ana, 'secret', { fileName: 'Тест.txt' });
    const [token = '', name = ''] = (await addressOf(pathId)).split('/').slice(-2).map(decodeURIComponent);

    expect(await (await read(await openTemporary(token, name))).text()).toBe('secret');
    await expect(openTemporary(token, 'other.txt')).rejects.toThrow('Invalid filename');
    await expect(openTemporary(`${token}x`.slice(1), name)).rejects.toThrow('Invalid token');
  });

  it('is dead when the file is', async () => {
    const { pathId } = await files.upload(ana, 'secret');
    const [token = '', name = ''] = (await addressOf(pathId)).split('/').slice(-2);
    await files.connections.query('DELETE FROM files WHERE path_id = $1', [pathId]);

    await expect(openTemporary(token, name)).rejects.toThrow('Invalid token');
  });

  it('is only for readers of the file', async () => {
    const { pathId } = await files.upload(ana, 'secret');

    await expect(addressOf(pathId, files.user())).rejects.toThrow('You are not authorized to view this file.');
  });
});

describe('a preview', () => {
  const thumbnail = (pathId: string, reader: Principal | null, format = '840x560.webp') =>
    files.request(OpenFile, { realmId: files.realmId, reader, pathId, verb: 'GET', asAttachment: false, format });
  const upload = async () => {
    const bytes = await sharp({ create: { width: 1_680, height: 560, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    return files.upload(ana, bytes, { contentType: 'image/png', fileName: 'a.png' });
  };

  it('is shown to the readers of its file', async () => {
    const { pathId } = await upload();

    const response = await read(await thumbnail(pathId, ana));

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(response.headers.get('content-disposition')).toBe('inline; filename=840x560.webp');
    const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([metadata.width, metadata.height]).toEqual([840, 280]);
    await expect(thumbnail(pathId, files.user())).rejects.toThrow('You are not authorized to view this file.');
    mayRead = true;
    expect((await read(await thumbnail(pathId, files.user()))).status).toBe(200);
  });

  it('is lent at a temporary address', async () => {
    const { pathId } = await upload();
    const request = { realmId: files.realmId, reader: ana, pathId, asAttachment: false, format: '840x560.webp' };
    const { url } = await files.request(MakeTemporaryAddress, request);
    const [token = '', fileName = ''] = url.split('/').slice(-2);

    const lent = await files.request(OpenTemporaryFile, { realmId: 0, token, fileName, verb: 'GET' });

    expect((await read(lent)).headers.get('content-type')).toBe('image/webp');
    await expect(files.request(MakeTemporaryAddress, { ...request, reader: files.user() })).rejects.toThrow(
      'You are not authorized to view this file.',
    );
  });

  it('is missing for other files, and for names of no format', async () => {
    const { pathId } = await upload();
    const text = await files.upload(ana, 'no picture');

    await expect(thumbnail(pathId, ana, '..')).rejects.toThrow('File not found.');
    await expect(thumbnail(text.pathId, ana)).rejects.toThrow('File not found.');
    await expect(thumbnail(`${pathId}x`, ana)).rejects.toThrow('File not found.');
  });
});
