import { type RealmRecord, Role, SubscribeNewUser, serviceUnavailable } from '@chat/contracts';
import { Database, type Queryable, type Transaction } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { AfterCommit, ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { AccountMaker } from '../account-changes/account-maker.js';
import type { PreparedSync } from '../account-sync/account-sync.service.js';
import { ACCOUNT_COLUMNS, type AccountRow, isAddressOf } from '../accounts/account.entity.js';
import { isEmailAddress } from '../accounts/email-address.js';
import { findAccount, findAccountByEmail } from '../accounts/find-account.js';
import { signInOrMake } from '../accounts/first-sign-in.js';
import { nameKey, presentableName } from '../accounts/names.js';
import { EntryCopyService } from './entry-copy.service.js';
import { LdapEntryEntity } from './ldap-entry.entity.js';
import { type LdapEntry, type LdapPerson, LdapQuery, type LdapSettings, readLdapSettings } from './ldap-query.js';

/** The result of a search for a name, before a password is tried. */
export interface FoundPerson {
  /** Identifies the entry for all of its names; undefined if no entry has the name. */
  readonly entryKey: string | undefined;
  /** The account of the entry, as far as the entry shows it before the sign-in. */
  readonly account: AccountRow | undefined;
  /** Returns the account, made at the first sign-in; undefined if the password is wrong. Rejects if the server does not respond. */
  signIn(password: string): Promise<AccountRow | undefined>;
  /** Never rejects. */
  close(): Promise<void>;
}

/**
 * Signs in by LDAP. The first sign-in makes the account, or takes over the account with the entry's address: the operator trusts the
 * addresses of the LDAP server. Later sign-ins copy the name from the entry, and
 * every one copies LDAP_SYNC.
 */
@Injectable()
export class LdapSignIn {
  private readonly settings = readLdapSettings();

  constructor(
    private readonly database: Database,
    private readonly maker: AccountMaker,
    private readonly copies: EntryCopyService,
    private readonly afterCommit: AfterCommit,
    private readonly resources: ServiceResources,
  ) {}

  isAvailable(realm: RealmRecord): boolean {
    return this.settings !== undefined && realm.authenticationMethods.LDAP;
  }

  /** Requires `isAvailable`. Never rejects; call `close` of the result. `cause` is the request. */
  async find(realm: RealmRecord, username: string, cause?: RequestContext): Promise<FoundPerson> {
    try {
      const query = await LdapQuery.begin(this.settings as LdapSettings, username);
      const { entry } = query;
      return {
        entryKey: entry && nameKey(entry.dn),
        account: entry && (await accountBehind(this.database, realm.realmId, entry)),
        signIn: (password) => this.authenticate(realm, query, password, cause),
        close: () => query.close(),
      };
    } catch (error) {
      // The sign-in may not need the LDAP server: the account may have a password of its own.
      const signIn = () => Promise.reject(this.unavailable(error));
      return { entryKey: undefined, account: undefined, signIn, close: async () => {} };
    }
  }

  private async authenticate(
    realm: RealmRecord,
    query: LdapQuery,
    password: string,
    cause: RequestContext | undefined,
  ): Promise<AccountRow | undefined> {
    const person = await query.authenticate(password).catch((error: unknown) => {
      throw this.unavailable(error);
    });
    if (person === undefined) return undefined;
    if (!isEmailAddress(person.email)) {
      this.resources.logger.warn({}, 'LDAP entry has no valid address; its person cannot sign in');
      return undefined;
    }
    return this.accountOf(realm, person, cause);
  }

  private unavailable(error: unknown) {
    const cause = error instanceof Error ? error.message : 'unknown';
    this.resources.logger.warn({ cause }, 'LDAP server does not respond; LDAP passwords cannot be verified');
    return serviceUnavailable('directory');
  }

  private async accountOf(realm: RealmRecord, person: LdapPerson, cause: RequestContext | undefined) {
    const { realmId } = realm;
    const sync = await this.copies.prepare(realmId, person.claims);
    const found = await signInOrMake(this.database, (tx) => this.findOrMake(tx, realm, person, sync));
    if (found === undefined) return undefined;
    const { userId } = found;
    if (found.isNew) await this.afterCommit.ask(SubscribeNewUser, { realmId, userId }, cause);
    return findAccount(this.database, realmId, userId);
  }

  private async findOrMake(tx: Transaction, realm: RealmRecord, person: LdapPerson, sync: PreparedSync | undefined) {
    const { realmId } = realm;
    const { email } = person;
    const [subjectKey, dnKey] = [nameKey(person.subject), nameKey(person.dn)];
    const known = await accountOfEntry(tx, realmId, subjectKey, null);
    if (known !== undefined) {
      // Raw SQL: compares and writes, so that most sign-ins write nothing.
      await tx.query('UPDATE directory_entry SET dn_key = $2 WHERE user_id = $1 AND dn_key IS DISTINCT FROM $2', [
        ...[known.userId, dnKey],
      ]);
      await this.copies.copy(tx, realm, known, person.fullName, sync);
      return { userId: known.userId, isNew: false };
    }
    const sameAddress = await findAccountByEmail(tx, realmId, email);
    if (sameAddress !== undefined && (sameAddress.isBot || !isAddressOf(sameAddress, email))) return undefined;
    const fullName = presentableName(person.fullName, email);
    const plan = { email, fullName, role: Role.Member, passwordHash: null };
    const userId = sameAddress?.userId ?? ((await this.maker.makeIn(tx, realm, [plan]))[0]?.userId as number);
    await tx.getRepository(LdapEntryEntity).insert({ realmId, userId, subjectKey, dnKey });
    const account = await findAccount(tx, realmId, userId);
    // The first sign-in does not change the name of an account that it takes over.
    if (account !== undefined) await this.copies.copy(tx, realm, account, account.fullName, sync);
    return { userId, isNew: sameAddress === undefined };
  }
}

/** Finds the account by the identifier of its entry, or else by its place. One statement reads the entry and the account. */
async function accountOfEntry(reader: Queryable, realmId: number, subjectKey: string | null, dnKey: string | null) {
  const [row] = await reader.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account a JOIN directory_entry d USING (user_id)
     WHERE d.realm_id = $1 AND (d.subject_key = $2 OR d.dn_key = $3) ORDER BY d.subject_key = $2 DESC LIMIT 1`,
    [realmId, subjectKey, dnKey],
  );
  return row;
}

/** The account that the entry has, or would take over. */
async function accountBehind(reader: Queryable, realmId: number, { subject, dn, email }: LdapEntry) {
  const known = await accountOfEntry(reader, realmId, subject === undefined ? null : nameKey(subject), nameKey(dn));
  if (known !== undefined || email === undefined) return known;
  const sameAddress = await findAccountByEmail(reader, realmId, email);
  return sameAddress !== undefined && isAddressOf(sameAddress, email) ? sameAddress : undefined;
}
