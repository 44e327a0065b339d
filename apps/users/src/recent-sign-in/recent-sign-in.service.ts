import { badRequest, type Principal, reauthenticationRequired } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import { findAccount, noSuchUser } from '../accounts/find-account.js';
import { PasswordChangesService } from '../passwords/password-changes.service.js';
import { Realms } from '../realm/realms.js';
import { ago } from '../sessions/session-times.js';
import { SessionEntity } from '../sessions/sessions.entity.js';

const RECENT_SECONDS = 600;

/** Changes to a person's own ways of signing in: a stolen session or key alone must not open the account for good. */
@Injectable()
export class RecentSignInService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly passwords: PasswordChangesService,
  ) {}

  /** Throws unless the password is right, or the actor's session began a short time ago. A key has no such time. */
  async require(actor: Principal, password: string | undefined): Promise<void> {
    if (password === undefined) {
      if (!(await this.isRecent(actor))) throw reauthenticationRequired();
      return;
    }
    const { realmId, userId } = actor;
    const account = await findAccount(this.database, realmId, userId);
    if (account === undefined) throw noSuchUser();
    const isOwn = await this.passwords.isOwn(account, await this.realms.get(realmId), password);
    if (!isOwn) throw badRequest('Password is incorrect.');
  }

  /** By the clock of PostgreSQL, which all replicas share. */
  async isRecent({ realmId, userId, sessionId }: Principal): Promise<boolean> {
    if (sessionId === undefined) return false;
    const createdAt = Raw((column) => `${column} > ${ago(RECENT_SECONDS)}`);
    return this.database.getRepository(SessionEntity).existsBy({ realmId, userId, sessionId, createdAt });
  }
}
