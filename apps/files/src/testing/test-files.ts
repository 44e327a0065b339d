import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ApiError,
  type ApiErrorData,
  BeginUpload,
  type FileTransfer,
  GetRealm,
  type Principal,
  type RealmRecord,
  Role,
  type UploadedFile,
} from '@chat/contracts';
import { type Override, realmRecord, ServiceUnderTest } from '@chat/testing';
import { FilesModule } from '../files.module.js';
import { FILES } from '../files.options.js';

/** The whole files service on a folder of its own. The realm-settings service is played, with any realm. */
export class TestFiles extends ServiceUnderTest {
  /** Of every realm. A projection reads the record of a realm once. */
  uploadQuotaMib: number | null = null;
  private users = 0;

  private constructor(
    readonly folder: string,
    environment: Readonly<Record<string, string>>,
  ) {
    super(FilesModule, FILES, 1, { FILES_DIR: folder, ...environment });
  }

  static async start({
    environment = {},
    overrides = [],
  }: {
    environment?: Record<string, string>;
    overrides?: readonly Override[];
  } = {}): Promise<TestFiles> {
    process.env['SECRET_KEY'] ??= Buffer.alloc(32, 1).toString('base64');
    const files = new TestFiles(await mkdtemp(join(tmpdir(), 'chat-files-')), environment);
    await files.open();
    await files.play('realm-settings', {
      [GetRealm.pattern]: ({ realmId }: GetRealm) => ({ sequence: 0, state: files.realm(realmId) }),
    });
    await files.startReplica(...overrides);
    return files;
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** A user of the present realm. */
  user(fields: Partial<Principal> = {}): Principal {
    const userId = ++this.users;
    const names = { email: `user${userId}@example.com`, fullName: `User ${userId}` };
    return { realmId: this.realmId, userId, role: Role.Member, isBot: false, joinedAtSeconds: 0, ...names, ...fields };
  }

  /** Uploads as the gateway does. Rejects with the `ApiError` of the refusal. */
  async upload(
    actor: Principal,
    body: string | Buffer | ReadableStream<Uint8Array>,
    { fileName = 'notes.txt', contentType = 'text/plain', maxBytes = null as number | null } = {},
  ): Promise<UploadedFile> {
    const begin = { realmId: actor.realmId, actor, fileName, contentType, maxBytes };
    return this.send(await this.request(BeginUpload, begin, actor.realmId), body);
  }

  /** PUTs the bytes of a permitted upload. */
  async send(transfer: FileTransfer, body: string | Buffer | ReadableStream<Uint8Array>): Promise<UploadedFile> {
    const response = await this.transfer('PUT', transfer, { body: body as never, duplex: 'half' } as RequestInit);
    if (!response.ok) throw ApiError.fromData((await response.json()) as ApiErrorData);
    return (await response.json()) as UploadedFile;
  }

  transfer(method: string, { address, path, grant }: FileTransfer, init: RequestInit = {}): Promise<Response> {
    return fetch(address + path, { method, ...init, headers: { authorization: `Bearer ${grant}` } });
  }

  private realm(realmId: number): RealmRecord {
    const fields = { realmId, url: 'http://chat.example.com', botDomain: 'chat.example.com' };
    return realmRecord({ ...fields, uploadQuotaMib: this.uploadQuotaMib });
  }
}
