import { BeginUpload, type FileTransfer, type Principal } from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestFiles } from '../testing/test-files.js';

let files: TestFiles;
let ana: Principal;

beforeAll(async () => {
  files = await TestFiles.start();
  await files.startReplica();
});
afterAll(() => files.close());
beforeEach(() => {
  ana = files.user();
});

const begin = (): Promise<FileTransfer> =>
  files.request(BeginUpload, { realmId: files.realmId, actor: ana, fileName: 'a', contentType: '', maxBytes: null });
const statusOf = async (method: string, transfer: FileTransfer): Promise<number> =>
  (await files.transfer(method, transfer, method === 'GET' ? {} : { body: 'x' })).status;

describe('the internal listener', () => {
  it('serves nothing without a grant for this verb and this path', async () => {
    const transfer = await begin();
    const other = await begin();

    expect(await statusOf('PUT', { ...transfer, grant: '' })).toBe(401);
    expect(await statusOf('PUT', { ...transfer, grant: `${transfer.grant.split('.')[0]}.` })).toBe(401);
    expect(await statusOf('PUT', { ...transfer, grant: 'not.base64!' })).toBe(401);
    expect(await statusOf('GET', transfer)).toBe(401);
    expect(await statusOf('POST', transfer)).toBe(401);
    expect(await statusOf('PUT', { ...transfer, path: `${transfer.path}?x=1` })).toBe(401);
    expect(await statusOf('PUT', { ...transfer, path: other.path })).toBe(401);
    expect(await statusOf('PUT', { ...transfer, path: '/' })).toBe(401);
    const refused = await files.transfer('PUT', { ...transfer, grant: 'x' }, { body: 'x' });
    expect(await refused.json()).toEqual({ status: 401, code: 'UNAUTHORIZED', msg: 'No valid grant', fields: {} });
    expect(await statusOf('PUT', transfer)).toBe(200);
  });

  it('accepts the grant of another replica', async () => {
    const addresses = new Map<string, FileTransfer>();
    while (addresses.size < 2) {
      const transfer = await begin();
      addresses.set(transfer.address, transfer);
    }
    const [first, second] = [...addresses.values()] as [FileTransfer, FileTransfer];

    expect(await statusOf('PUT', { ...first, address: second.address })).toBe(200);
  });

  it('finishes transfers before the replica stops', async () => {
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const writer = body.writable.getWriter();
    const sent = files.send(await begin(), body.readable);
    await writer.write(Buffer.from('first '));

    const stopped = Promise.all(files.replicas.splice(0).map((replica) => replica.stop()));
    await writer.write(Buffer.from('last'));
    await writer.close();

    expect((await sent).filename).toBe('a');
    await stopped;
  });
});
