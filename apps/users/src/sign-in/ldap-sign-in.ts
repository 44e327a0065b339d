import { type RealmRecord, Role, serviceUnavailable } from '@chat/contracts';
import { type Database, sqlState, type Transaction, UNIQUE_VIOLATION } from '@chat/persistence';
import { ACCOUNT_COLUMNS, type AccountRow } from '../accounts/account.row.js';
import { AccountMaker } from '../accounts/account-maker.js';
import { changeAccount } from '../accounts/change-account.js';
import { DefaultStreams } from '../accounts/default-streams.js';
import { isEmailAddress } from '../accounts/email-address.js';
import { findAccount, findAccountByEmail, lockAccount } from '../accounts/find-account.js';
import { foldName } from '../accounts/fold-name.js';
import { askDirectory, type DirectoryPerson } from './ask-directory.js';
import type { DirectorySettings } from './directory-settings.js';
import { DirectorySignIn } from './directory-sign-in.js';
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
export class LdapSignIn extends DirectorySignIn {
  readonly isConfigured = true;

  constructor(
    private readonly settings: DirectorySettings,
    private readonly database: Database,
    private readonly maker: AccountMaker,
    private readonly defaultStreams: DefaultStreams,
    private readonly logger: Logger,
  ) {
    super();
  }

  async signIn(realm: RealmRecord, username: string, password: string): Promise<AccountRow | undefined> {
    const person = await askDirectory(this.settings, username, password).catch((error: unknown) => {
      this.logger.warn({ cause: error instanceof Error ? error.message : 'unknown' }, 'The directory cannot be asked');
      throw serviceUnavailable('directory');
    });
    if (person === undefined) return undefined;
    if (!isEmailAddress(person.email)) {
      this.logger.warn({}, 'An entry of the directory has no usable address: its person cannot sign in');
      return undefined;
    }
    return this.accountOf(realm, person);
  }

  private async accountOf(realm: RealmRecord, person: DirectoryPerson): Promise<AccountRow | undefined> {
    for (let attempt = 1; ; attempt++) {
      try {
        const found = await this.database.transaction((tx) => this.findOrMake(tx, realm, person));
        if (found === undefined) return undefined;
        if (found.isNew) await this.defaultStreams.subscribe(realm.realmId, found.userId);
        return await findAccount(this.database, realm.realmId, found.userId);
      } catch (error) {
        if (sqlState(error) !== UNIQUE_VIOLATION || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  private async findOrMake(
    tx: Transaction,
    realm: RealmRecord,
    person: DirectoryPerson,
  ): Promise<FoundAccount | undefined> {
    const { realmId, botDomain } = realm;
    const fullName = presentableName(person.fullName, person.email);
    const known = await accountOfEntry(tx, realmId, person.subject);
    if (known !== undefined) {
      if (known.isActive && known.fullName !== fullName) {
        const account = await lockAccount(tx, realmId, known.userId);
        await changeAccount(tx, account, { fullName }, { actorId: null, botDomain });
      }
      return { userId: known.userId, isNew: false };
    }
    const sameAddress = await findAccountByEmail(tx, realmId, person.email);
    if (sameAddress !== undefined && (sameAddress.isBot || !isRealAddress(sameAddress, person.email))) return undefined;
    const userId = sameAddress?.userId ?? (await this.make(tx, realm, person.email, fullName));
    await tx.query('INSERT INTO directory_entry (realm_id, subject_key, user_id) VALUES ($1, $2, $3)', [
      ...[realmId, foldName(person.subject), userId],
    ]);
    return { userId, isNew: sameAddress === undefined };
  }

  private async make(tx: Transaction, realm: RealmRecord, email: string, fullName: string): Promise<number> {
    const plan = { email, fullName, role: Role.Member, passwordHash: null };
    const [created] = await this.maker.makeIn(tx, realm, [plan]);
    return created?.userId as number;
  }
}

const isRealAddress = (account: AccountRow, email: string): boolean =>
  foldName(account.deliveryEmail) === foldName(email);

async function accountOfEntry(tx: Transaction, realmId: number, subject: string): Promise<AccountRow | undefined> {
  const [row] = await tx.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account a JOIN directory_entry d USING (user_id) WHERE d.realm_id = $1 AND d.subject_key = $2`,
    [realmId, foldName(subject)],
  );
  return row;
}
