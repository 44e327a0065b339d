import { type RealmRecord, Role, SubscribeNewUser, serviceUnavailable } from '@chat/contracts';
import { type Database, type Queryable, sqlState, type Transaction, UNIQUE_VIOLATION } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import type { AfterCommit } from '@chat/service-kit';
import { AccountMaker } from '../account-changes/account-maker.js';
import { changeAccount } from '../account-changes/change-account.js';
import { ACCOUNT_COLUMNS, type AccountRow } from '../accounts/account.row.js';
import { isEmailAddress } from '../accounts/email-address.js';
import { findAccount, findAccountByEmail, lockAccount } from '../accounts/find-account.js';
import { nameKey } from '../accounts/name-key.js';
import { DirectoryEntryEntity } from './directory-entry.entity.js';
import { ExternalSignIn, type FoundPerson } from './external-sign-in.js';
import { type LdapEntry, type LdapPerson, LdapQuery } from './ldap-query.js';
import type { LdapSettings } from './ldap-settings.js';
import { presentableName } from './presentable-name.js';

interface Logger {
  warn(details: object, message: string): void;
}

interface FoundAccount {
  readonly userId: number;
  readonly isNew: boolean;
}

/** Two first sign-ins at once: one makes the account, the other finds it. */
const MAX_ATTEMPTS = 3;

/**
 * Signing in by LDAP. At the first time the account is made, or, if somebody with the entry's address has one already, that
 * one is theirs from then on: the operator trusts the directory with addresses. Later the name follows the directory's.
 */
export class LdapSignIn extends ExternalSignIn {
  readonly isConfigured = true;

  constructor(
    private readonly settings: LdapSettings,
    private readonly database: Database,
    private readonly maker: AccountMaker,
    private readonly afterCommit: AfterCommit,
    private readonly logger: Logger,
  ) {
    super();
  }

  async find(realm: RealmRecord, username: string, cause?: RequestContext): Promise<FoundPerson> {
    const { realmId } = realm;
    try {
      const question = await LdapQuery.begin(this.settings, username);
      const { entry } = question;
      return {
        entryKey: entry && nameKey(entry.dn),
        account: entry && (await accountBehind(this.database, realmId, entry)),
        signIn: (password) => this.ask(realm, question, password, cause),
        close: () => question.close(),
      };
    } catch (error) {
      // Told when the directory is needed: the password may be one that is kept here.
      const signIn = () => Promise.reject(this.unavailable(error));
      return { entryKey: undefined, account: undefined, signIn, close: async () => {} };
    }
  }

  private async ask(
    realm: RealmRecord,
    question: LdapQuery,
    password: string,
    cause: RequestContext | undefined,
  ): Promise<AccountRow | undefined> {
    const person = await question.ask(password).catch((error: unknown) => {
      throw this.unavailable(error);
    });
    if (person === undefined) return undefined;
    if (!isEmailAddress(person.email)) {
      this.logger.warn({}, 'An entry of the directory has no usable address: its person cannot sign in');
      return undefined;
    }
    return this.accountOf(realm, person, cause);
  }

  private unavailable(error: unknown) {
    this.logger.warn({ cause: error instanceof Error ? error.message : 'unknown' }, 'The directory cannot be asked');
    return serviceUnavailable('directory');
  }

  private async accountOf(
    realm: RealmRecord,
    person: LdapPerson,
    cause: RequestContext | undefined,
  ): Promise<AccountRow | undefined> {
    for (let attempt = 1; ; attempt++) {
      try {
        const found = await this.database.transaction((tx) => this.findOrMake(tx, realm, person));
        if (found === undefined) return undefined;
        const { realmId } = realm;
        const { userId } = found;
        if (found.isNew) await this.afterCommit.ask(SubscribeNewUser, { realmId, userId }, cause);
        return await findAccount(this.database, realmId, userId);
      } catch (error) {
        if (sqlState(error) !== UNIQUE_VIOLATION || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  private async findOrMake(tx: Transaction, realm: RealmRecord, person: LdapPerson): Promise<FoundAccount | undefined> {
    const { realmId, botDomain } = realm;
    const fullName = presentableName(person.fullName, person.email);
    const known = await accountOfEntry(tx, realmId, person.subject);
    if (known !== undefined) {
      // Writes only a name that has changed.
      await tx.query('UPDATE directory_entry SET dn_key = $2 WHERE user_id = $1 AND dn_key IS DISTINCT FROM $2', [
        ...[known.userId, nameKey(person.dn)],
      ]);
      if (known.isActive && known.fullName !== fullName) {
        const account = await lockAccount(tx, realmId, known.userId);
        await changeAccount(tx, account, { fullName }, { actorId: null, botDomain });
      }
      return { userId: known.userId, isNew: false };
    }
    const sameAddress = await findAccountByEmail(tx, realmId, person.email);
    if (sameAddress !== undefined && (sameAddress.isBot || !isRealAddress(sameAddress, person.email))) return undefined;
    const userId = sameAddress?.userId ?? (await this.make(tx, realm, person.email, fullName));
    const keys = { subjectKey: nameKey(person.subject), dnKey: nameKey(person.dn) };
    await tx.getRepository(DirectoryEntryEntity).insert({ realmId, userId, ...keys });
    return { userId, isNew: sameAddress === undefined };
  }

  private async make(tx: Transaction, realm: RealmRecord, email: string, fullName: string): Promise<number> {
    const plan = { email, fullName, role: Role.Member, passwordHash: null };
    const [created] = await this.maker.makeIn(tx, realm, [plan]);
    return created?.userId as number;
  }
}

const isRealAddress = (account: AccountRow, email: string): boolean =>
  nameKey(account.deliveryEmail) === nameKey(email);

/** One statement reads the entry and its account. */
async function accountOfEntry(tx: Transaction, realmId: number, subject: string): Promise<AccountRow | undefined> {
  const [row] = await tx.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account a JOIN directory_entry d USING (user_id) WHERE d.realm_id = $1 AND d.subject_key = $2`,
    [realmId, nameKey(subject)],
  );
  return row;
}

/** Whose account the entry is, or would become: known by its subject, by where it was, or by its address. */
async function accountBehind(
  reader: Queryable,
  realmId: number,
  { subject, dn, email }: LdapEntry,
): Promise<AccountRow | undefined> {
  const [row] = await reader.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account a JOIN directory_entry d USING (user_id)
     WHERE d.realm_id = $1 AND (d.subject_key = $2 OR d.dn_key = $3) ORDER BY d.subject_key = $2 DESC LIMIT 1`,
    [realmId, subject === undefined ? null : nameKey(subject), nameKey(dn)],
  );
  if (row !== undefined || email === undefined) return row;
  const sameAddress = await findAccountByEmail(reader, realmId, email);
  return sameAddress !== undefined && isRealAddress(sameAddress, email) ? sameAddress : undefined;
}
