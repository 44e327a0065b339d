import { ApiError, badRequest, type RealmRecord } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../accounts/account.entity.js';
import { LdapSignIn } from '../ldap/ldap-sign-in.js';
import { accountScope, asResult, TryLimits } from '../try-limits/try-limits.js';
import { hashPassword, isPasswordOf, isStrongEnough, readPasswordHash, storePassword } from './passwords.js';

/** A checked change. */
interface PasswordChange {
  readonly hash: string;
  /** The stored hash before the check. */
  readonly formerHash: string | undefined;
}

const wrongPassword = () => badRequest('Wrong password!');

/** Changes of a password by its owner, with the old password as proof. */
@Injectable()
export class PasswordChangesService {
  constructor(
    private readonly database: Database,
    private readonly limits: TryLimits,
    private readonly ldap: LdapSignIn,
  ) {}

  /** Returns the change; undefined if there is no new password. Wrong old passwords count as failed sign-ins. */
  async check(
    account: AccountRow,
    realm: RealmRecord,
    oldPassword: string | undefined,
    newPassword: string | undefined,
  ): Promise<PasswordChange | undefined> {
    if (newPassword === undefined) return undefined;
    const formerHash = await readPasswordHash(this.database, account.userId);
    if (!(await this.isOldPassword(account, realm, oldPassword ?? ''))) throw wrongPassword();
    if (!(await isStrongEnough(newPassword, realm.server))) throw badRequest('New password is too weak!');
    return { hash: await hashPassword(newPassword), formerHash };
  }

  /** Stores the new password of a locked account. An old password that was replaced since the check proves nothing. */
  async store(
    tx: Transaction,
    account: AccountRow,
    { hash, formerHash }: PasswordChange,
    changingSessionId: number | undefined,
  ): Promise<void> {
    if ((await readPasswordHash(tx, account.userId)) !== formerHash) throw wrongPassword();
    await storePassword(tx, account, hash, changingSessionId);
  }

  /** Accepts the account's own password, or the LDAP password of the same person. A wrong one counts as a failed sign-in. */
  async isOwn(account: AccountRow, realm: RealmRecord, password: string): Promise<boolean> {
    const { realmId, userId } = account;
    const tryPassword = async () => {
      if (await isPasswordOf(await readPasswordHash(this.database, userId), password)) return true;
      // A failing LDAP server must not allow uncounted tries of passwords.
      return this.isLdapPassword(account, realm, password).catch(asResult);
    };
    const result = await this.limits.run([accountScope(realmId, userId)], tryPassword, (found) => found === true);
    if (result instanceof ApiError) throw result;
    return result;
  }

  /** The settings have a text of their own for the limit. */
  private async isOldPassword(account: AccountRow, realm: RealmRecord, password: string): Promise<boolean> {
    try {
      return await this.isOwn(account, realm, password);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'RATE_LIMIT_HIT') throw error;
      const seconds = error.fields['retry-after'];
      throw badRequest(`You're making too many attempts! Try again in ${seconds} seconds.`);
    }
  }

  private async isLdapPassword(account: AccountRow, realm: RealmRecord, password: string): Promise<boolean> {
    if (!this.ldap.isAvailable(realm)) return false;
    const person = await this.ldap.find(realm, account.deliveryEmail);
    try {
      return (await person.signIn(password))?.userId === account.userId;
    } finally {
      await person.close();
    }
  }
}
