import {
  badRequest,
  type CreateRealm,
  type ExternalAccount,
  INITIAL_REALM_SETTINGS,
  RealmCreated,
  type RealmRecord,
} from '@chat/contracts';
import { Database, sqlState, type Transaction, UNIQUE_VIOLATION, violatedConstraint } from '@chat/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { INSTALLATION, type Installation } from '../server/installation.js';
import { composeRealmRecord } from './compose-realm-record.js';
import { type RealmRow, readRealm } from './realm-row.js';
import { saveRealm } from './save-realm.js';

/** Two realms made at once must not both be the first. */
const CREATION_LOCK = 736_410_101;

const EXTERNAL_ACCOUNTS: Readonly<Record<string, ExternalAccount>> = {
  twitter: { name: 'Twitter username', text: 'Twitter', hint: '', urlPattern: 'https://twitter.com/%(username)s' },
  github: { name: 'GitHub username', text: 'GitHub', hint: '', urlPattern: 'https://github.com/%(username)s' },
};

@Injectable()
export class CreateRealmHandler {
  constructor(
    private readonly database: Database,
    @Inject(INSTALLATION) private readonly installation: Installation,
  ) {}

  async handle(request: CreateRealm): Promise<RealmRecord> {
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

  private async insert(tx: Transaction, request: CreateRealm, host: string | null): Promise<RealmRecord> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [CREATION_LOCK]);
    const isFirst = (await tx.query('SELECT 1 FROM realms LIMIT 1')).length === 0;
    const isDefault = isFirst || request.isDefault === true;
    if (isDefault) await this.dismissDefault(tx);
    const [created] = await tx.query<{ id: number }>(
      `INSERT INTO realms (str, host, is_default, settings, authentication_methods, default_external_accounts)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [
        request.str,
        host,
        isDefault,
        // Where only the invited come in, people may see who has read what from the beginning.
        JSON.stringify({ ...INITIAL_REALM_SETTINGS, enableReadReceipts: true, name: request.name }),
        JSON.stringify({ Email: true, LDAP: true }),
        JSON.stringify(EXTERNAL_ACCOUNTS),
      ],
    );
    const realmId = (created as { id: number }).id;
    const realm = composeRealmRecord((await readRealm(tx, realmId)) as RealmRow, this.installation);
    tx.record(realmId, RealmCreated.of({ realm }));
    return realm;
  }

  private async dismissDefault(tx: Transaction): Promise<void> {
    const [current] = await tx.query<{ id: number }>('SELECT id FROM realms WHERE is_default');
    if (!current) return;
    await saveRealm(tx, current.id, null, this.installation, (row) => ({ ...row, isDefault: false }));
  }
}

/** Lower case, without a port. */
function checkedHost(text: string): string {
  const host = text.toLowerCase();
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(host)) throw badRequest('host is not a host name');
  return host;
}
