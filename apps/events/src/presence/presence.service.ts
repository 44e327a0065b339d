import {
  type Account,
  badRequest,
  MAX_USERS_FOR_PRESENCE_EVENTS,
  PRESENCE_OFFLINE_THRESHOLD_SECONDS,
  PRESENCE_PING_INTERVAL_SECONDS,
  type PresenceStatus,
  type PresenceUpdate,
  type PresenceUpdated,
  type Principal,
  type RealmPresences,
  type UserPresence,
  type Wire,
} from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import { RealmRecords, ServiceResources } from '@chat/service-kit';
import { foldName } from '@chat/text';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { SenderAccounts } from '../fan-out/sender-accounts.js';
import { PresenceAnnouncer } from './presence-announcer.js';
import { PresenceStore, type PresenceTimes } from './presence-store.js';
import { SharedResults } from './shared-results.js';
import { currentPresence, legacyPresence, singlePresence, slimPresence } from './wire-presence.js';

/**
 * Requests within this time share one response: the polls of N clients each minute then cost N presences per second, not N times N. In
 * small realms each request gets its own response.
 */
const SHARED_RESULT_MS = 1_000;
const SHARED_FROM_USERS = 500;
/** After a longer time without activity a user comes online; after a shorter time clients still show the user as active. */
const ONLINE_AGAIN_SECONDS = PRESENCE_OFFLINE_THRESHOLD_SECONDS - PRESENCE_PING_INTERVAL_SECONDS;

@Injectable()
export class PresenceService implements OnModuleDestroy {
  private readonly store: PresenceStore;
  private readonly announcer: PresenceAnnouncer;
  private readonly shared = new SharedResults<JsonText>(SHARED_RESULT_MS);

  constructor(
    resources: ServiceResources,
    private readonly accounts: SenderAccounts,
    private readonly realms: RealmRecords,
  ) {
    this.store = new PresenceStore(resources.redis);
    this.announcer = new PresenceAnnouncer(resources.redis);
  }

  async update(
    { realmId, userId }: Principal,
    { status, pingOnly, slimPresence: isSlim }: PresenceUpdate,
  ): Promise<JsonText | PresenceUpdated> {
    const accounts = await this.accounts.get(realmId);
    const user = accounts.get(userId);
    if (user?.settings.presenceEnabled) {
      const atSeconds = nowSeconds();
      const before = await this.store.note(realmId, userId, status, atSeconds);
      const activeAt = status === 'active' ? atSeconds : (before?.activeAt ?? 0);
      const now = currentPresence({ activeAt, connectedAt: atSeconds });
      const isNews = !before || cameOnline(before, status, atSeconds) || currentPresence(before).status !== now.status;
      if (isNews && !(await this.realms.get(realmId)).presenceDisabled && isSmall(accounts)) {
        this.announcer.add(realmId, { userId, email: user.email, status: now.status, atSeconds: now.timestamp });
      }
    }
    return pingOnly ? {} : this.list(realmId, isSlim);
  }

  /** The presence of one user, by id or API email. */
  async get(realmId: number, idOrEmail: number | string): Promise<UserPresence> {
    const user = find(await this.accounts.get(realmId), idOrEmail);
    if (!user?.isActive) throw badRequest('No such user');
    if (user.isBot) throw badRequest('Presence is not supported for bot users.');
    const times = await this.store.ofUser(realmId, user.userId);
    const isHidden = !user.settings.presenceEnabled || (await this.realms.get(realmId)).presenceDisabled;
    if (!times || isHidden) throw badRequest(`No presence data for ${idOrEmail}`);
    return { presence: singlePresence(times, nowSeconds()) };
  }

  /** All presences of the realm, as JSON for the wire. */
  async list(realmId: number, isSlim: boolean): Promise<JsonText> {
    const { size } = await this.accounts.get(realmId);
    const write = async () => new JsonText(JSON.stringify(await this.readRealm(realmId, isSlim)));
    return size < SHARED_FROM_USERS ? write() : this.shared.to(`${realmId} ${isSlim}`, write);
  }

  async onModuleDestroy(): Promise<void> {
    await this.announcer.publish();
  }

  private async readRealm(realmId: number, isSlim: boolean): Promise<Wire<RealmPresences>> {
    const now = nowSeconds();
    const [accounts, realm, times] = await Promise.all([
      this.accounts.get(realmId),
      this.realms.get(realmId),
      this.store.ofRealm(realmId, now),
    ]);
    const presences: Record<string, Wire<RealmPresences>['presences'][string]> = {};
    for (const [userId, seen] of realm.presenceDisabled ? [] : times) {
      const user = accounts.get(userId);
      if (!user?.isActive || user.isBot || !user.settings.presenceEnabled) continue;
      if (isSlim) presences[String(userId)] = slimPresence(seen, user.joinedAtSeconds);
      else presences[user.email] = legacyPresence(seen);
    }
    return { presences, server_timestamp: Date.now() / 1000 };
  }
}

const cameOnline = (before: PresenceTimes, status: PresenceStatus, atSeconds: number): boolean =>
  status === 'active' && atSeconds - before.activeAt > ONLINE_AGAIN_SECONDS;

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

function isSmall(accounts: ReadonlyMap<number, Account>): boolean {
  if (accounts.size <= MAX_USERS_FOR_PRESENCE_EVENTS) return true;
  let active = 0;
  for (const { isActive } of accounts.values()) if (isActive) active++;
  return active <= MAX_USERS_FOR_PRESENCE_EVENTS;
}

function find(accounts: ReadonlyMap<number, Account>, idOrEmail: number | string): Account | undefined {
  if (typeof idOrEmail === 'number') return accounts.get(idOrEmail);
  const wanted = foldName(idOrEmail);
  for (const user of accounts.values()) if (foldName(user.email) === wanted) return user;
  return undefined;
}
