import {
  badRequest,
  type DirectoryUser,
  GetRealmPresences,
  GetUserPresence,
  MAX_USERS_FOR_PRESENCE_EVENTS,
  PRESENCE_OFFLINE_THRESHOLD_SECONDS,
  PRESENCE_PING_INTERVAL_SECONDS,
  type PresenceStatus,
  type RealmPresences,
  UpdatePresence,
} from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import { ServiceResources } from '@chat/service-kit';
import { foldName } from '@chat/text';
import { Controller, type OnModuleDestroy } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { SenderAccounts } from '../fan-out/sender-accounts.js';
import { PresenceAnnouncer } from './presence-announcer.js';
import { PresenceStore, type PresenceTimes } from './presence-store.js';
import { RealmRecords } from './realm-records.js';
import { SharedAnswers } from './shared-answers.js';
import { currentPresence, legacyPresence, singlePresence, slimPresence } from './wire-presence.js';

/**
 * All who ask within this get the same answer: N clients that ask each minute about N people cost N, not N times N. Where few
 * are, everybody's answer is as of now.
 */
const SHARED_ANSWER_MS = 1_000;
const SHARED_FROM_USERS = 500;
/** Somebody who was active longer ago comes online; shorter ago, clients still show them so. */
const ONLINE_AGAIN_SECONDS = PRESENCE_OFFLINE_THRESHOLD_SECONDS - PRESENCE_PING_INTERVAL_SECONDS;

@Controller()
export class PresenceController implements OnModuleDestroy {
  private readonly store: PresenceStore;
  private readonly announcer: PresenceAnnouncer;
  private readonly shared = new SharedAnswers<JsonText>(SHARED_ANSWER_MS);

  constructor(
    resources: ServiceResources,
    private readonly accounts: SenderAccounts,
    private readonly realms: RealmRecords,
  ) {
    this.store = new PresenceStore(resources.redis);
    this.announcer = new PresenceAnnouncer(resources.log);
  }

  @MessagePattern(UpdatePresence.pattern)
  async update(@Payload() { actor, status, pingOnly, slimPresence: isSlim }: UpdatePresence): Promise<JsonText | null> {
    if (actor.isBot) throw badRequest('Presence is not supported for bot users.');
    const { realmId, userId } = actor;
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
    return pingOnly ? null : this.realmPresences(realmId, isSlim);
  }

  @MessagePattern(GetRealmPresences.pattern)
  realm(@Payload() { realmId, slimPresence: isSlim }: GetRealmPresences): Promise<JsonText> {
    return this.realmPresences(realmId, isSlim);
  }

  @MessagePattern(GetUserPresence.pattern)
  async user(@Payload() { realmId, userId, email }: GetUserPresence): Promise<{ presence: Record<string, object> }> {
    const user = find(await this.accounts.get(realmId), userId, email);
    if (!user?.isActive) throw badRequest('No such user');
    if (user.isBot) throw badRequest('Presence is not supported for bot users.');
    const times = await this.store.ofUser(realmId, user.userId);
    const isHidden = !user.settings.presenceEnabled || (await this.realms.get(realmId)).presenceDisabled;
    if (!times || isHidden) throw badRequest(`No presence data for ${userId ?? email}`);
    return { presence: singlePresence(times, nowSeconds()) };
  }

  async onModuleDestroy(): Promise<void> {
    await this.announcer.tell();
  }

  private async realmPresences(realmId: number, isSlim: boolean): Promise<JsonText> {
    const { size } = await this.accounts.get(realmId);
    const write = async () => new JsonText(JSON.stringify(await this.readRealm(realmId, isSlim)));
    return size < SHARED_FROM_USERS ? write() : this.shared.to(`${realmId} ${isSlim}`, write);
  }

  private async readRealm(realmId: number, isSlim: boolean): Promise<RealmPresences> {
    const now = nowSeconds();
    const [accounts, realm, times] = await Promise.all([
      this.accounts.get(realmId),
      this.realms.get(realmId),
      this.store.ofRealm(realmId, now),
    ]);
    const presences: Record<string, object> = {};
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

function isSmall(accounts: ReadonlyMap<number, DirectoryUser>): boolean {
  if (accounts.size <= MAX_USERS_FOR_PRESENCE_EVENTS) return true;
  let active = 0;
  for (const { isActive } of accounts.values()) if (isActive) active++;
  return active <= MAX_USERS_FOR_PRESENCE_EVENTS;
}

function find(
  accounts: ReadonlyMap<number, DirectoryUser>,
  userId: number | undefined,
  email: string | undefined,
): DirectoryUser | undefined {
  if (userId !== undefined) return accounts.get(userId);
  if (email === undefined) return undefined;
  const wanted = foldName(email);
  for (const user of accounts.values()) if (foldName(user.email) === wanted) return user;
  return undefined;
}
