import { getMessage, type LinkedFile, MayReadFile, type Principal } from '@chat/contracts';
import { subscribe } from './requests.js';
import { TEST_REALM, type TestMessaging } from './test-messaging.js';

const STREAMS = { public: {}, private: { isPrivate: true }, shared: { isPrivate: true, isHistoryPublic: true } };
export type StreamKind = keyof typeof STREAMS;
export const STREAM_KINDS = Object.keys(STREAMS) as StreamKind[];

let opened = 0;

export interface StoredText {
  readonly id: number;
  readonly author: Principal;
  /** Paths of the files that the text should claim, or hold. */
  files: readonly string[];
}

/** New streams and files, and the claims that their messages should have. */
export class ClaimsWorld {
  /** One of each user. */
  readonly paths: readonly string[];
  readonly streamIds: Partial<Record<StreamKind, number>> = {};
  messages: StoredText[] = [];
  readonly drafts: StoredText[] = [];
  readonly scheduled: (StoredText & { readonly linked: readonly string[] })[] = [];
  private readonly number = ++opened;

  private constructor(
    private readonly messaging: TestMessaging,
    users: readonly Principal[],
  ) {
    this.paths = users.map((owner) => messaging.addFile(owner));
  }

  /** Subscribes all users but the first one to the streams, which the administrator creates. */
  static async open(messaging: TestMessaging, admin: Principal, users: readonly Principal[]): Promise<ClaimsWorld> {
    const world = new ClaimsWorld(messaging, users);
    await world.createStreams(admin, [admin, ...users.slice(1)]);
    return world;
  }

  private async createStreams(admin: Principal, subscribers: readonly Principal[]): Promise<void> {
    const { messaging } = this;
    const principals = subscribers.map(({ userId }) => userId);
    for (const kind of STREAM_KINDS) {
      const name = this.nameOf(kind);
      await subscribe(messaging, admin, [name], { properties: STREAMS[kind], principals });
      const { rows } = await messaging.sql.query<{ id: string }>('SELECT id FROM streams WHERE name = $1', [name]);
      this.streamIds[kind] = Number(rows[0]?.id);
    }
  }

  nameOf = (kind: StreamKind): string => `${kind} ${this.number}`;
  fileId = (path: string): number => (this.messaging.files.get(path) as LinkedFile).fileId;
  isReadable = (reader: Principal, path: string): Promise<boolean> =>
    this.messaging.request(MayReadFile, { realmId: TEST_REALM, reader, fileId: this.fileId(path) });

  /** Whether the user sees a message that links the file and gives access to it. */
  async shouldBeReadable(reader: Principal, path: string): Promise<boolean> {
    for (const { id, files } of this.messages) {
      if (files.includes(path) && (await this.sees(reader, id))) return true;
    }
    return false;
  }

  /** The files among these that the author may read at this moment. */
  async claimable(author: Principal, files: readonly string[]): Promise<string[]> {
    const claimable: string[] = [];
    for (const path of files) {
      const isOwner = this.messaging.files.get(path)?.ownerId === author.userId;
      if (isOwner || (await this.shouldBeReadable(author, path))) claimable.push(path);
    }
    return claimable;
  }

  private sees(reader: Principal, messageId: number): Promise<boolean> {
    const read = { messageId, applyMarkdown: true, clientExtavatar: true, clientGravatar: true };
    return this.messaging.call(getMessage, reader, read as never).then(
      () => true,
      () => false,
    );
  }
}
