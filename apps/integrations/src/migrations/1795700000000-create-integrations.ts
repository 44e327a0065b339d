import { OUTBOX_IDENTITIES, OUTBOX_TABLES } from '@chat/event-log';
import { ForwardMigration } from '@chat/persistence';

export class CreateIntegrations1795700000000 extends ForwardMigration {
  readonly statements = [...OUTBOX_TABLES, ...OUTBOX_IDENTITIES];
}
