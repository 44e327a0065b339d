import {
  type Account,
  ApplyFileClaims,
  type Attachment,
  DescribeFiles,
  type FieldsOf,
  GetAttachmentsById,
  GetMessagingRegisterState,
  GetRealm,
  GetRealmAccounts,
  GetRenderingSettings,
  type Joining,
  type LinkedFile,
  type LoggedEvent,
  MutedUsersChanged,
  type Principal,
  type RealmRecord,
  RealmUpdated,
  RefreshBotStreams,
  type RenderingSettings,
  type RequestClass,
  type ServiceRequest,
  SYSTEM_GROUPS,
  serviceUnavailable,
  UserCreated,
  type UserGroup,
  UserGroupMembersChanged,
  UserUpdated,
} from '@chat/contracts';
import { accountRecord, messageOf, realmRecord, ServiceUnderTest, type TestPostgresServer } from '@chat/testing';
import type pg from 'pg';
import { MessagingModule } from '../messaging.module.js';
import { MESSAGING } from '../messaging.options.js';
import { principalOf } from '../projections/principal-of.js';

export const TEST_REALM = 1;

/** The messaging service with real PostgreSQL and Redis, and fakes of users and realm-settings that publish to the real log. */
export class TestMessaging extends ServiceUnderTest {
  readonly users = new Map<number, Account>();
  groups: UserGroup[] = [];
  private readonly mutedUsers = new Map<number, { userId: number; mutedAtSeconds: number }[]>();
  realm = realmRecord({
    realmId: TEST_REALM,
    str: 'test',
    url: 'https://chat.example.com',
    botDomain: 'chat.example.com',
  });
  rendering: RenderingSettings = { linkifiers: [], emoji: [], playgrounds: [] };
  readonly files = new Map<string, LinkedFile>();
  /** Requests to the files service, which may be away. */
  readonly describedPaths: (readonly string[])[] = [];
  readonly appliedClaims: ApplyFileClaims[] = [];
  isFilesAway = false;
  /** Delays the reply with descriptions of files. */
  delayDescriptions = async (): Promise<void> => {};
  private lastFileId = 0;

  private constructor() {
    super(MessagingModule, MESSAGING, TEST_REALM);
  }

  /** `standby`: of the test server, for reads. */
  static async start({ replicas = 1, standby }: { replicas?: number; standby?: TestPostgresServer } = {}) {
    const messaging = new TestMessaging();
    await messaging.open();
    if (standby) process.env['DATABASE_READ_URL'] = new URL(new URL(messaging.database.url).pathname, standby.url).href;
    await messaging.playOthers();
    messaging.addSystem();
    await messaging.startReplicas(replicas);
    return messaging;
  }

  get sql(): pg.Pool {
    return this.connections;
  }

  close(): Promise<void> {
    return this.stop();
  }

  /** Adds an account and publishes it, as the users service does. */
  async addUser(fields: Partial<Account> = {}, joining?: Joining): Promise<Principal> {
    const user = accountRecord(this.users.size + 1, fields);
    this.users.set(user.userId, user);
    await this.publish('users', UserCreated.of({ userId: user.userId, user, ...(joining && { joining }) }));
    return this.principal(user.userId);
  }

  async changeUser(userId: number, change: Partial<Account>): Promise<Principal> {
    const previous = this.users.get(userId) as Account;
    const user = { ...previous, ...change };
    this.users.set(userId, user);
    await this.publish('users', UserUpdated.of({ userId, user, previous: pick(previous, change), actorId: null }));
    return this.principal(userId);
  }

  addFile(owner: Principal, fields: Partial<LinkedFile> = {}): string {
    const fileId = ++this.lastFileId;
    const pathId = `${TEST_REALM}/${fileId}/file.txt`;
    const file = { fileId, ownerId: owner.userId, pathId, contentType: 'text/plain', picture: null, ...fields };
    this.files.set(file.pathId, { preview: 'none', transcoded: null, ...file });
    return file.pathId;
  }

  async mute(userId: number, mutedUserId: number, isMuted = true): Promise<void> {
    const others = (this.mutedUsers.get(userId) ?? []).filter((muted) => muted.userId !== mutedUserId);
    const mutedAtSeconds = Math.floor(Date.now() / 1000);
    const mutedUsers = isMuted ? [...others, { userId: mutedUserId, mutedAtSeconds }] : others;
    this.mutedUsers.set(userId, mutedUsers);
    await this.publish('users', MutedUsersChanged.of({ userId, mutedUsers, mutedUserId, isMuted }));
  }

  /** A group gains and loses members. */
  async changeMembers(
    groupId: number,
    added: number[],
    removed: number[],
    actorId?: number,
    changeId?: string,
  ): Promise<void> {
    this.groups = this.groups.map((group) => {
      const remaining = group.memberIds.filter((id) => !removed.includes(id));
      return group.groupId === groupId ? { ...group, memberIds: [...remaining, ...added] } : group;
    });
    const by = { ...(actorId !== undefined && { actorId }), ...(changeId !== undefined && { changeId }) };
    const change = { groupId, addedUserIds: added, removedUserIds: removed, ...by };
    await this.publish('users', UserGroupMembersChanged.of(change));
  }

  async changeRealm(change: Partial<RealmRecord>): Promise<void> {
    const previous = pick(this.realm, change);
    this.realm = { ...this.realm, ...change };
    await this.publish('realm-settings', RealmUpdated.of({ realm: this.realm, previous, actorId: null }));
  }

  principal(userId: number): Principal {
    return principalOf(this.users.get(userId) as Account, TEST_REALM);
  }

  /** The register state of the event types, by default of all. */
  async registerState(actor: Principal, fetchEventTypes: string[] | null): Promise<Record<string, unknown>> {
    const { state } = await this.request(GetMessagingRegisterState, {
      actor,
      fetchEventTypes,
      clientExtavatar: true,
      includeSubscribers: false,
      slimPresence: true,
      capabilities: {} as GetMessagingRegisterState['capabilities'],
    });
    return state;
  }

  /** The message of the error; throws if the request succeeds. */
  refusal<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<string> {
    return messageOf(this.request(type, fields));
  }

  /** The domain events of messaging alone. */
  override async events(): Promise<LoggedEvent[]> {
    return (await super.events()).filter((event) => event.service === 'messaging');
  }

  private describeFiles(pathIds: readonly string[]): LinkedFile[] {
    if (this.isFilesAway) throw serviceUnavailable('files');
    this.describedPaths.push(pathIds);
    return pathIds.map((path) => this.files.get(path)).filter((file) => file !== undefined);
  }

  private attachmentsOf({ ownerId, fileIds }: GetAttachmentsById): Attachment[] {
    const owned = [...this.files.values()].filter((file) => file.ownerId === ownerId && fileIds.includes(file.fileId));
    const rest = { name: 'file.txt', size: 1, createTime: 1, messages: [] };
    return owned.map(({ fileId, pathId }) => ({ id: fileId, pathId, ...rest }));
  }

  private addSystem(): void {
    const bot = accountRecord(this.users.size + 1, {
      fullName: 'Notification Bot',
      email: 'notification-bot@chat.example.com',
      isBot: true,
      isSystemBot: true,
    });
    this.users.set(bot.userId, bot);
    this.groups = Object.values(SYSTEM_GROUPS).map((name, index) => ({
      groupId: index + 1,
      name,
      description: '',
      isSystemGroup: true,
      memberIds: [],
      subgroupIds: [],
    }));
  }

  private async playOthers(): Promise<void> {
    await this.play('users', {
      [RefreshBotStreams.pattern]: () => undefined,
      [GetRealmAccounts.pattern]: () => ({
        sequence: this.sequenceOf('users'),
        state: {
          users: [...this.users.values()],
          groups: this.groups,
          mutedUsers: Object.fromEntries(
            [...this.mutedUsers].map(([userId, muted]) => [userId, muted.map((user) => user.userId)]),
          ),
        },
      }),
    });
    await this.play('realm-settings', {
      [GetRealm.pattern]: () => ({ sequence: this.sequenceOf('realm-settings'), state: this.realm }),
      [GetRenderingSettings.pattern]: () => ({ sequence: this.sequenceOf('realm-settings'), state: this.rendering }),
    });
    await this.play('files', {
      [DescribeFiles.pattern]: async ({ pathIds }: DescribeFiles) => {
        const files = this.describeFiles(pathIds);
        await this.delayDescriptions();
        return files;
      },
      [GetAttachmentsById.pattern]: (request: GetAttachmentsById) => this.attachmentsOf(request),
      [ApplyFileClaims.pattern]: (change: ApplyFileClaims) => void this.appliedClaims.push(change),
    });
  }
}

const pick = <Whole extends object>(whole: Whole, like: Partial<Whole>): Partial<Whole> =>
  Object.fromEntries(Object.keys(like).map((key) => [key, whole[key as keyof Whole]])) as Partial<Whole>;
