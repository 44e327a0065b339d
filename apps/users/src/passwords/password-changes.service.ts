import { ApiError, badRequest, type RealmRecord } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../accounts/account.row.js';
import { ExternalSignIn } from '../ldap/external-sign-in.js';
import { accountScope } from '../try-limits/sign-in-limits.js';
import { TryLimits } from '../try-limits/try-limits.js';
import { hashPassword, isPasswordOf, MAX_PASSWORD_LENGTH } from './password-hash.js';
import { isStrongEnough } from './password-strength.js';
import { readPasswordHash } from './store-password.js';

/** Setting another password by knowing the one before. */
@Injectable()
export class PasswordChangesService {
  constructor(
    private readonly database: Database,
    private readonly limits: TryLimits,
    private readonly ldap: ExternalSignIn,
  ) {}

  /** The new password's hash; undefined when none is given. Wrong old ones count like failed sign-ins. */
  async check(
    account: AccountRow,
    realm: RealmRecord,
    oldPassword: string | undefined,
    newPassword: string | undefined,
  ): Promise<string | undefined> {
    if (newPassword === undefined) return undefined;
    if (!(await this.isOwn(account, realm, oldPassword ?? ''))) throw badRequest('Wrong password!');
    if (newPassword.length > MAX_PASSWORD_LENGTH || !isStrongEnough(newPassword, realm.server)) {
      throw badRequest('New password is too weak!');
    }
    return hashPassword(newPassword);
  }

  /** The account's own password, or the LDAP password of the same person. */
  private async isOwn(account: AccountRow, realm: RealmRecord, password: string): Promise<boolean> {
    const { realmId, userId } = account;
    try {
      const outcome = await this.limits.run([accountScope(realmId, userId)], async () => {
        const isOurs = await isPasswordOf(await readPasswordHash(this.database, userId), password);
        // A failing LDAP server must not allow uncounted tries of passwords.
        const result = isOurs || (await this.isLdapPassword(account, realm, password).catch(asOutcome));
        return { succeeded: result === true, result };
      });
      if (outcome instanceof ApiError) throw outcome;
      return outcome;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'RATE_LIMIT_HIT') throw error;
      const seconds = error.fields['retry-after'];
      throw badRequest(`You're making too many attempts! Try again in ${seconds} seconds.`);
    }
  }

  private async isLdapPassword(account: AccountRow, realm: RealmRecord, password: string): Promise<boolean> {
    if (!this.ldap.isConfigured || !realm.authenticationMethods.LDAP) return false;
    return (await this.ldap.signIn(realm, account.deliveryEmail, password))?.userId === account.userId;
  }
}

function asOutcome(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}
