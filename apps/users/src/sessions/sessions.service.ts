import {
  ApiError,
  type BegunSession,
  badRequest,
  type Principal,
  requiresSecondFactor,
  type Session,
  type SessionKind,
  unauthorized,
  type VerifiedSession,
  type VerifySession,
} from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { AccountRow } from '../accounts/account.entity.js';
import { lockAccount } from '../accounts/find-account.js';
import { Realms } from '../realm/realms.js';
import { deviceOf } from './device.js';
import { endAllSessions, endSessions } from './end-sessions.js';
import { IDLE_SECONDS, LIFETIME_SECONDS, USE_PRECISION_SECONDS } from './session-times.js';
import type { SessionEntity } from './sessions.entity.js';
import { SessionsRepository } from './sessions.repository.js';

/** The proof that a session comes from. */
export interface SignInProof {
  /** As lists of sessions show it. */
  readonly authMethod: string;
  readonly providerSession?: ProviderSession | undefined;
}

export interface NewSession extends SignInProof {
  /** Hash of the token, or of the key of a device. */
  readonly tokenHash: Buffer;
  readonly kind: SessionKind;
  readonly userAgent: string;
  readonly clientAddress: string;
}

/** The session of the identity provider that a session here came from. */
export interface ProviderSession {
  /** The provider may end it by this name. */
  readonly id?: string | undefined;
  /** UTC seconds: a session of a browser ends then, too. */
  readonly endsAtSeconds?: number | undefined;
}

@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsRepository,
    private readonly realms: Realms,
  ) {}

  /** Begins a session of an active account, which the transaction has locked or made: no simultaneous deactivation misses it. */
  async start(
    tx: Transaction,
    { realmId, userId }: Pick<AccountRow, 'realmId' | 'userId'>,
    session: NewSession,
  ): Promise<Omit<BegunSession, 'result'>> {
    const { kind, authMethod, tokenHash, clientAddress: ipAddress, providerSession = {} } = session;
    // Device keys do not expire.
    const endsAt = kind === 'mobile' ? null : dateOf(providerSession.endsAtSeconds);
    const device = deviceOf(session.userAgent);
    const providerSessionId = providerSession.id ?? null;
    const row = { realmId, userId, tokenHash, kind, authMethod, device, ipAddress, providerSessionId, endsAt };
    const { sessionId, surplus } = await this.sessions.insert(tx, row);
    if (surplus.length > 0) await endSessions(tx, { realmId, userId }, { sessionId: In(surplus) });
    return { sessionId, lifetimeSeconds: Math.min(LIFETIME_SECONDS, secondsUntil(endsAt)) };
  }

  async verify({ realmId, tokenHash }: VerifySession): Promise<VerifiedSession> {
    const found = await this.use(realmId, Buffer.from(tokenHash, 'base64url'), { isDeviceKey: false });
    if (found === undefined) throw unauthorized('Not logged in: API authentication or user session required');
    const { verified, account, authMethod, hasSecondFactor } = found;
    // A passkey counts as both factors.
    const hasBothFactors = hasSecondFactor || authMethod === 'passkey';
    if (hasBothFactors || !requiresSecondFactor(await this.realms.get(realmId), account.role)) return verified;
    return { ...verified, state: { ...verified.state, needsSecondFactor: true } };
  }

  /** The holder of a session or device key. Records the use, too, unless that was done a moment ago. */
  async use(realmId: number, tokenHash: Buffer, { isDeviceKey }: { readonly isDeviceKey: boolean }) {
    const holder = await this.sessions.findHolder(realmId, tokenHash, isDeviceKey);
    if (holder === undefined) return undefined;
    const { sequence, sessionId, secondsLeft, secondsUnused, authMethod, hasSecondFactor, ...account } = holder;
    if (secondsUnused > USE_PRECISION_SECONDS / 2) await this.recordUse(sessionId);
    const { userId, role, isBot, botOwnerId, email, fullName, joinedAtSeconds } = account;
    const state = { realmId, userId, role, isBot, botOwnerId, sessionId, email, fullName, joinedAtSeconds };
    const usableForSeconds = isDeviceKey ? USE_PRECISION_SECONDS : Math.min(USE_PRECISION_SECONDS, secondsLeft);
    return {
      account,
      authMethod,
      hasSecondFactor,
      verified: { sequence, state, usableForMs: usableForSeconds * 1_000 },
    };
  }

  async list({ userId, sessionId: current }: Principal): Promise<Session[]> {
    return (await this.sessions.list(userId)).map((session) => shown(session, current));
  }

  async end(actor: Principal, sessionId: number): Promise<void> {
    const ended = await this.database.transaction((tx) => endSessions(tx, actor, { sessionId }));
    if (ended === 0) throw badRequest('No such session');
  }

  async endOfUser({ realmId }: Principal, userId: number): Promise<void> {
    await this.database.transaction(async (tx) => endAllSessions(tx, await lockAccount(tx, realmId, userId)));
  }

  /** The session is valid also while PostgreSQL accepts no writes. */
  private async recordUse(sessionId: number): Promise<void> {
    await this.sessions.recordUse(sessionId).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1_000);
const dateOf = (seconds: number | undefined): Date | null => (seconds === undefined ? null : new Date(seconds * 1_000));

const endOf = (time: Date | null | undefined): number => (time ? secondsOf(time) : Number.POSITIVE_INFINITY);

/** For a cookie, which needs no exact time. */
const secondsUntil = (end: Date | null): number =>
  end === null ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil((end.getTime() - Date.now()) / 1_000));

function shown({ createdAt, lastUsedAt, endsAt, ...session }: SessionEntity, current: number | undefined): Session {
  const { sessionId, kind, authMethod, device, ipAddress } = session;
  const [created, used] = [secondsOf(createdAt), secondsOf(lastUsedAt)];
  return {
    sessionId,
    kind,
    authMethod,
    device,
    ipAddress,
    createdAt: created,
    lastUsedAt: used,
    expiresAt: kind === 'mobile' ? null : Math.min(created + LIFETIME_SECONDS, used + IDLE_SECONDS, endOf(endsAt)),
    isCurrent: sessionId === current,
  };
}
