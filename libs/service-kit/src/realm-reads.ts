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
    const { standbys } = this;
    if (standbys === undefined || !(await isOn(standbys.realms, realmId))) return work();
    return standbys.database.reading(realmId, work);
  }
}

/** False also if the realm's record cannot be read: then the primary serves the reads. */
async function isOn(realms: RealmRecords, realmId: number): Promise<boolean> {
  try {
    return (await realms.get(realmId)).readsStandbys === true;
  } catch {
    return false;
  }
}
