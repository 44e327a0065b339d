import { ForwardMigration } from '@chat/persistence';

/** Counted apart from the failed tries of the bot, so that a service that is away takes none of them. */
export class CountInterruptionsOfBotRequests1795730000100 extends ForwardMigration {
  readonly statements = ['ALTER TABLE bot_requests ADD COLUMN interruptions smallint NOT NULL DEFAULT 0'];
}
