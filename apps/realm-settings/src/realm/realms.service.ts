import {
  ApiError,
  badRequest,
  type CreateRealm,
  type ExternalAccount,
  INITIAL_REALM_SETTINGS,
  MAX_LISTED_REALMS,
  RealmCreated,
  type RealmRecord,
  type RealmSummary,
  type ResolvedRealm,
  type SubdomainUse,
} from '@chat/contracts';
import { Database, sqlState, type Transaction, UNIQUE_VIOLATION, violatedConstraint } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Installation } from './installation.js';
import { RealmRepository } from './realm.repository.js';
import { composeRealmRecord, realmUrl, subdomainOf } from './realm-record.js';

/** Advisory lock: of two simultaneous creations only one may find an installation without realms. */
const CREATION_LOCK = 736_410_101;

const EXTERNAL_ACCOUNTS: Readonly<Record<string, ExternalAccount>> = {
  twitter: { name: 'Twitter username', text: 'Twitter', hint: '', urlPattern: 'https://twitter.com/%(username)s' },
  github: { name: 'GitHub username', text: 'GitHub', hint: '', urlPattern: 'https://github.com/%(username)s' },
};

@Injectable()
export class RealmsService {
  constructor(
    private readonly database: Database,
    private readonly realms: RealmRepository,
    private readonly installation: Installation,
  ) {}

  async create(request: CreateRealm): Promise<RealmRecord> {
    if (request.name.trim() === '' || /\p{Cc}/u.test(request.name)) throw badRequest('name cannot be blank.');
    const host = request.host ? checkedHost(request.host) : null;
    try {
      return await this.database.transaction((tx) => this.insert(tx, request, host));
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      throw badRequest(
        violatedConstraint(error) === 'realms_host' ? 'Host already in use.' : 'Subdomain already in use.',
      );
    }
  }

  async list(): Promise<RealmSummary[]> {
    const realms = await this.realms.list(MAX_LISTED_REALMS);
    return realms.map((realm) => ({ ...realm, url: realmUrl(realm, this.installation.externalUrl) }));
  }

  async findSubdomain(str: string): Promise<SubdomainUse> {
    const found = await this.realms.findBySubdomain(str);
    const names = found ?? { str, host: null, isDefault: false };
    return { isTaken: found !== undefined, url: realmUrl(names, this.installation.externalUrl) };
  }

  async resolve(host: string): Promise<ResolvedRealm> {
    const realm = await this.realms.findByHost(host, subdomainOf(host, this.installation.externalUrl) ?? null);
    if (!realm) throw new ApiError('NONEXISTENT_SUBDOMAIN', 'Invalid subdomain', 404);
    return { ...realm, isSecure: this.installation.externalUrl.protocol === 'https:' };
  }

  private async insert(tx: Transaction, request: CreateRealm, host: string | null): Promise<RealmRecord> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [CREATION_LOCK]);
    const { creationId, orgType = INITIAL_REALM_SETTINGS.orgType } = request;
    const former = creationId === undefined ? undefined : await this.realms.findCreated(tx, creationId);
    if (former !== undefined) return composeRealmRecord(former, this.installation);
    const isFirst = !(await this.realms.hasRealms(tx));
    const isDefault = isFirst || request.isDefault === true;
    if (isDefault) await this.unsetDefault(tx);
    const realmId = await this.realms.insert(tx, {
      str: request.str,
      host,
      isDefault,
      // A new realm needs an invitation to join, so its members may see read receipts from the beginning.
      settings: { ...INITIAL_REALM_SETTINGS, enableReadReceipts: true, name: request.name, orgType },
      authenticationMethods: { Email: true, LDAP: true, 'OpenID Connect': true, SAML: true },
      defaultExternalAccounts: EXTERNAL_ACCOUNTS,
    });
    if (creationId !== undefined) await this.realms.recordCreation(tx, creationId, realmId);
    const realm = composeRealmRecord(await this.realms.get(tx, realmId), this.installation);
    tx.record(realmId, RealmCreated.of({ realm }));
    return realm;
  }

  private async unsetDefault(tx: Transaction): Promise<void> {
    const realmId = await this.realms.findDefaultId(tx);
    if (realmId === undefined) return;
    await this.realms.update(tx, realmId, null, (row) => ({ ...row, isDefault: false }));
  }
}

/** Returns the host in lower case. Throws if it is no host name; a port is not allowed. */
function checkedHost(text: string): string {
  const host = text.toLowerCase();
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(host)) throw badRequest('host is not a host name');
  return host;
}
