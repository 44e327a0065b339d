import {
  ApiError,
  badRequest,
  type DirectorySyncPart,
  type RealmRecord,
  type SyncDirectory,
  serviceUnavailable,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { changeAccount, deactivateDependents } from '../account-changes/change-account.js';
import { findAccount, lockAccount, lockOwners } from '../accounts/find-account.js';
import { Realms } from '../realm/realms.js';
import { EntryCopyService } from './entry-copy.service.js';
import { readLdapSettings } from './ldap-query.js';
import { canSearch, LdapSearch } from './ldap-search.js';

/** Accounts of one request, so that it ends in time. */
const ACCOUNTS_PER_PART = 50;

interface Person {
  readonly userId: number;
  readonly email: string;
  /** Keys of the entries that the account belongs to. */
  readonly subjectKeys: readonly string[];
}

interface Comparison {
  readonly realm: RealmRecord;
  readonly deactivateMissing: boolean;
  readonly dryRun: boolean;
}

/** Compares all accounts with the entries of the LDAP server. */
@Injectable()
export class DirectorySyncService {
  private readonly settings = readLdapSettings();

  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly copies: EntryCopyService,
    private readonly resources: ServiceResources,
  ) {}

  async sync({ realmId, deactivateMissing, fromUserId, dryRun = false }: SyncDirectory): Promise<DirectorySyncPart> {
    const realm = await this.realms.get(realmId);
    const { settings } = this;
    if (settings === undefined || !realm.authenticationMethods.LDAP) {
      throw badRequest('The organization does not sign in by LDAP.');
    }
    if (!canSearch(settings)) throw badRequest('Entries can only be searched without LDAP_USER_DN_TEMPLATE.');
    const people = await this.peopleFrom(realmId, fromUserId);
    const comparison = { realm, deactivateMissing, dryRun };
    const deactivated: string[] = [];
    let synced = 0;
    const search = await LdapSearch.begin(settings).catch((error: unknown) => this.unavailable(error));
    try {
      // With a wrong base or without rights, everyone would seem to be gone.
      if (!(await search.findsPeople())) throw badRequest('The search of the LDAP server finds no entry.');
      for (const person of people) {
        const outcome = await this.compare(comparison, person, search);
        if (outcome === 'synced') synced += 1;
        if (outcome === 'deactivated') deactivated.push(person.email);
      }
    } catch (error) {
      this.unavailable(error);
    } finally {
      await search.close();
    }
    const last = people.length < ACCOUNTS_PER_PART ? undefined : people.at(-1);
    return { nextUserId: last === undefined ? null : last.userId + 1, synced, deactivated };
  }

  private async compare({ realm, deactivateMissing, dryRun }: Comparison, person: Person, search: LdapSearch) {
    for (const subjectKey of person.subjectKeys) {
      const entry = await search.bySubject(subjectKey);
      if (entry === undefined) continue;
      if (dryRun) return 'synced';
      const sync = await this.copies.prepare(realm.realmId, entry.claims);
      await this.database.transaction(async (tx) => {
        const account = await findAccount(tx, realm.realmId, person.userId);
        if (account !== undefined) await this.copies.copy(tx, realm, account, entry.fullName, sync);
      });
      return 'synced';
    }
    if (!(deactivateMissing || dryRun) || (await search.hasAddress(person.email))) return 'untouched';
    return (await this.deactivate(realm, person.userId, dryRun)) ? 'deactivated' : 'untouched';
  }

  /** Returns false for the only owner. A dry run changes nothing. */
  private deactivate({ realmId, botDomain }: RealmRecord, userId: number, dryRun: boolean): Promise<boolean> {
    const by = { actorId: null, botDomain };
    return this.database.transaction(async (tx) => {
      const owners = await lockOwners(tx, realmId);
      const account = await lockAccount(tx, realmId, userId);
      if (!account.isActive || (owners.length === 1 && owners[0] === userId)) return false;
      if (dryRun) return true;
      await changeAccount(tx, account, { isActive: false }, by);
      await deactivateDependents(tx, account, by);
      return true;
    });
  }

  private unavailable(error: unknown): never {
    if (error instanceof ApiError) throw error;
    const cause = error instanceof Error ? error.message : 'unknown';
    this.resources.logger.warn({ cause }, 'LDAP server does not respond; the comparison of accounts ends');
    throw serviceUnavailable('directory');
  }

  /** Raw SQL: one row for each account with facts of other tables. */
  private peopleFrom(realmId: number, fromUserId: number): Promise<Person[]> {
    return this.database.query<Person>(
      `SELECT a.user_id AS "userId", a.delivery_email AS email,
         ARRAY(SELECT d.subject_key FROM directory_entry d WHERE d.user_id = a.user_id) AS "subjectKeys"
       FROM account a WHERE a.realm_id = $1 AND a.is_active AND NOT a.is_bot AND a.user_id >= $2
       ORDER BY a.user_id LIMIT ${ACCOUNTS_PER_PART}`,
      [realmId, fromUserId],
    );
  }
}
