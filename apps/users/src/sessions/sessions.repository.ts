import { MAX_SESSIONS_PER_USER } from '@chat/contracts';
import { Database, selectedColumns, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, IsNull, Not, Raw } from 'typeorm';
import { AccountEntity } from '../accounts/account.entity.js';
import { ago, IDLE_SECONDS, LIFETIME_SECONDS, USE_PRECISION_SECONDS } from './session-times.js';
import { SessionEntity } from './sessions.entity.js';

/** Device keys do not expire: an app has no form in which its owner could type a password. */
const isDeviceKey: FindOptionsWhere<SessionEntity> = { kind: 'mobile' };
const isExpiring: FindOptionsWhere<SessionEntity> = { kind: Not<'mobile'>('mobile') };

/** One statement reads one snapshot, so the sequence of the outbox applies to session and account. */
const FIND_HOLDER = `
  SELECT coalesce((SELECT sequence FROM outbox_head WHERE realm_id = $1), 0) AS sequence,
    s.session_id AS "sessionId", s.auth_method AS "authMethod",
    EXISTS (SELECT FROM second_factors f WHERE f.user_id = s.user_id AND f.confirmed_at IS NOT NULL) AS "hasSecondFactor",
    extract(epoch FROM least(ends_at, created_at + make_interval(secs => ${LIFETIME_SECONDS})) - now())::float8 AS "secondsLeft",
    extract(epoch FROM now() - last_used_at)::float8 AS "secondsUnused",
    ${selectedColumns(AccountEntity, 'a', ['settings', 'alertWords'])}
  FROM sessions s JOIN account a USING (user_id, realm_id)
  WHERE s.token_hash = $2 AND realm_id = $1 AND a.is_active AND (s.kind = 'mobile') = $3
    AND ($3 OR (last_used_at > ${ago(IDLE_SECONDS)} AND created_at > ${ago(LIFETIME_SECONDS)}
      AND (ends_at IS NULL OR ends_at > now())))`;

/** Raw SQL: every sign-in runs it. All parts see the sessions before it, so the ones that stay leave room for the new one. */
const INSERT = `
  WITH expired AS (
    DELETE FROM sessions WHERE kind <> 'mobile' AND created_at < ${ago(LIFETIME_SECONDS)}
  ), inserted AS (
    INSERT INTO sessions (realm_id, user_id, token_hash, kind, auth_method, device, ip_address, provider_session_id, ends_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING session_id
  )
  SELECT session_id AS "sessionId", to_json(ARRAY(
    SELECT s.session_id FROM sessions s WHERE s.user_id = $2
    ORDER BY s.last_used_at DESC, s.session_id DESC OFFSET ${MAX_SESSIONS_PER_USER - 1})) AS surplus
  FROM inserted`;

type NewSessionRow = Required<Omit<SessionEntity, 'sessionId' | 'createdAt' | 'lastUsedAt'>>;

interface InsertedSession {
  readonly sessionId: number;
  readonly surplus: readonly number[];
}

/** A session or device key with its owner. */
export interface SessionHolder extends AccountEntity {
  readonly sequence: number;
  readonly sessionId: number;
  readonly authMethod: string;
  readonly hasSecondFactor: boolean;
  readonly secondsLeft: number;
  readonly secondsUnused: number;
}

const youngerThan = (seconds: number) => Raw((column) => `${column} > ${ago(seconds)}`);
const olderThan = (seconds: number) => Raw((column) => `${column} < ${ago(seconds)}`);

@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database) {}

  /** The holder of an unexpired session of the realm, or of a device key. */
  async findHolder(realmId: number, tokenHash: Buffer, isKey: boolean): Promise<SessionHolder | undefined> {
    const [holder] = await this.database.queryPrepared<SessionHolder>(FIND_HOLDER, [realmId, tokenHash, isKey]);
    return holder;
  }

  /** Does nothing if another gateway has just recorded a use. */
  async recordUse(sessionId: number): Promise<void> {
    const lastUsedAt = olderThan(USE_PRECISION_SECONDS / 2);
    await this.database.transaction((tx) =>
      tx.getRepository(SessionEntity).update({ sessionId, lastUsedAt }, { lastUsedAt: () => 'now()' }),
    );
  }

  /** Unexpired sessions and device keys, the most recently used first. */
  list(userId: number): Promise<SessionEntity[]> {
    const unexpired = {
      userId,
      ...isExpiring,
      lastUsedAt: youngerThan(IDLE_SECONDS),
      createdAt: youngerThan(LIFETIME_SECONDS),
    };
    return this.database.getRepository(SessionEntity).find({
      where: [
        { userId, ...isDeviceKey },
        { ...unexpired, endsAt: IsNull() },
        { ...unexpired, endsAt: Raw((column) => `${column} > now()`) },
      ],
      order: { lastUsedAt: 'DESC', sessionId: 'DESC' },
      take: MAX_SESSIONS_PER_USER,
    });
  }

  /**
   * Inserts a session and deletes the expired ones of all users. Returns its id, and the sessions beyond the limit of the user, the least
   * recently used ones.
   */
  async insert(tx: Transaction, session: NewSessionRow): Promise<InsertedSession> {
    const { realmId, userId, tokenHash, kind, authMethod, device, ipAddress, providerSessionId, endsAt } = session;
    const names = [kind, authMethod, device, ipAddress, providerSessionId];
    const [inserted] = await tx.queryPrepared<InsertedSession>(INSERT, [realmId, userId, tokenHash, ...names, endsAt]);
    return inserted as InsertedSession;
  }
}
