import type { Database } from '@chat/persistence';
import type { RealmRecords } from './realm-records.js';

interface Standbys {
  readonly database: Pick<Database, 'reading'>;
  readonly realms: RealmRecords;
}

/** Reads that a standby may serve, if the installation has standbys for that and the realm's switch is on. */
export class RealmReads {
  /** Undefined: the installation has no standbys for reads. */
  constructor(private readonly standbys?: Standbys) {}

  /** Whether a read may go to a standby at all. */
  get hasStandbys(): boolean {
    return this.standbys !== undefined;
  }

  /** See `Database.reading`. */
  async run<Result>(realmId: number, work: () => Promise<Result>): Promise<Result> {
    const realm = await this.standbys?.realms.get(realmId);
    return this.standbys && realm?.readsStandbys ? this.standbys.database.reading(realmId, work) : work();
  }
}
