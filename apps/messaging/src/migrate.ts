import { runMigrations } from '@chat/persistence';
import { stringSetting } from '@chat/service-kit';
import { databaseSettings } from './messaging-database.js';

/** Brings the schema up to date, then ends. Run before the replicas start. */
const ran = await runMigrations(databaseSettings(stringSetting('DATABASE_URL'), 'messaging-migrate'));
process.stdout.write(`messaging: ${ran.length === 0 ? 'schema is up to date' : `ran ${ran.join(', ')}`}\n`);
