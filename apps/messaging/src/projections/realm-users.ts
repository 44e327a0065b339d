import {
  type Account,
  badRequest,
  isGuest,
  type LoggedEvent,
  MutedUsersChanged,
  type RealmAccountsState,
  SYSTEM_BOTS,
  UserCreated,
  UserUpdated,
} from '@chat/contracts';
import { AlertWordMatcher } from '@chat/markdown';
import { foldName } from '@chat/text';
import { RealmGroups } from './realm-groups.js';

/** Users and groups of a realm, projected from the events of the users service. */
export class RealmUsers {
  private readonly byId = new Map<number, Account>();
  private readonly byEmail = new Map<string, Account>();
  /** Full names are not unique. */
  private readonly byName = new Map<string, Set<number>>();
  readonly groups: RealmGroups;
  private readonly muted = new Map<number, readonly number[]>();
  private readonly muters = new Map<number, Set<number>>();
  private alertWords: { matcher: AlertWordMatcher; users: Map<string, number[]> } | undefined;

  constructor(
    accounts: RealmAccountsState,
    /** Sequence of the last applied event of the users service. */
    public sequence = 0,
  ) {
    for (const user of accounts.users) this.put(user);
    this.groups = new RealmGroups(accounts.groups);
    for (const [userId, muted] of Object.entries(accounts.mutedUsers ?? {})) this.putMuted(Number(userId), muted);
  }

  apply(event: LoggedEvent): void {
    this.sequence = event.sequence;
    if (UserCreated.matches(event) || UserUpdated.matches(event)) this.put(event.payload.user);
    else if (MutedUsersChanged.matches(event)) {
      const { userId, mutedUsers } = event.payload;
      this.putMuted(
        userId,
        mutedUsers.map((user) => user.userId),
      );
    } else this.groups.apply(event);
  }

  get(userId: number): Account | undefined {
    return this.byId.get(userId);
  }

  /** Throws BAD_REQUEST "Invalid user ID" without such a user. */
  require(userId: number): Account {
    const user = this.byId.get(userId);
    if (!user) throw badRequest(`Invalid user ID ${userId}`);
    return user;
  }

  /** By API email, in any letter case. */
  getByEmail(email: string): Account | undefined {
    return this.byEmail.get(foldName(email.trim()));
  }

  /** All users with this full name, in any letter case. */
  getByName(fullName: string): Account[] {
    return [...(this.byName.get(foldName(fullName)) ?? [])].map((id) => this.byId.get(id) as Account);
  }

  all(): IterableIterator<Account> {
    return this.byId.values();
  }

  /** Ids of active guests. A guest sees a public stream only while subscribed. */
  guestIds(): number[] {
    return [...this.byId.values()].filter((user) => user.isActive && isGuest(user.role)).map((user) => user.userId);
  }

  /** Deactivated users keep their subscriptions but are not listed as subscribers. */
  deactivatedIds(): number[] {
    return [...this.byId.values()].filter((user) => !user.isActive).map((user) => user.userId);
  }

  /** Sender of notices; undefined in a realm without system bots. */
  get notificationBot(): Account | undefined {
    for (const user of this.byId.values()) {
      if (user.isSystemBot && user.email.startsWith(`${SYSTEM_BOTS.notification}@`)) return user;
    }
    return undefined;
  }

  hasMuted(userId: number, mutedId: number): boolean {
    return this.muters.get(mutedId)?.has(userId) ?? false;
  }

  /** Active users that muted this one, ascending. */
  mutersOf(userId: number): number[] {
    const isActive = (id: number) => this.byId.get(id)?.isActive === true;
    return [...(this.muters.get(userId) ?? [])].filter(isActive).sort((a, b) => a - b);
  }

  /** Active users with one of their alert words in the text; ascending. */
  usersAlertedBy(text: string): number[] {
    this.alertWords ??= this.collectAlertWords();
    const { matcher, users } = this.alertWords;
    if (users.size === 0) return [];
    const found = new Set<number>();
    for (const word of matcher.match(text)) for (const id of users.get(word) ?? []) found.add(id);
    return [...found].sort((a, b) => a - b);
  }

  private collectAlertWords() {
    const users = new Map<string, number[]>();
    for (const user of this.byId.values()) {
      if (!user.isActive) continue;
      for (const word of user.alertWords) users.set(word, [...(users.get(word) ?? []), user.userId]);
    }
    return { matcher: new AlertWordMatcher(users.keys()), users };
  }

  private putMuted(userId: number, muted: readonly number[]): void {
    for (const mutedId of this.muted.get(userId) ?? []) takeFrom(this.muters, mutedId, userId);
    if (muted.length === 0) this.muted.delete(userId);
    else this.muted.set(userId, muted);
    for (const mutedId of muted) addTo(this.muters, mutedId, userId);
  }

  private put(user: Account): void {
    const before = this.byId.get(user.userId);
    if (before) {
      this.byEmail.delete(foldName(before.email));
      takeFrom(this.byName, foldName(before.fullName), user.userId);
    }
    if (before?.isActive !== user.isActive || String(before?.alertWords) !== String(user.alertWords)) {
      this.alertWords = undefined;
    }
    this.byId.set(user.userId, user);
    this.byEmail.set(foldName(user.email), user);
    addTo(this.byName, foldName(user.fullName), user.userId);
  }
}

function addTo<Key>(ids: Map<Key, Set<number>>, key: Key, id: number): void {
  const known = ids.get(key);
  if (known) known.add(id);
  else ids.set(key, new Set([id]));
}

/** Removes empty sets, too: the number of names over time is unbounded. */
function takeFrom<Key>(ids: Map<Key, Set<number>>, key: Key, id: number): void {
  const known = ids.get(key);
  known?.delete(id);
  if (known?.size === 0) ids.delete(key);
}
