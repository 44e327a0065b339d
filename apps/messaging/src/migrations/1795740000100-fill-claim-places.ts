import { ForwardMigration } from '@chat/persistence';

/** Places of claims from before. The trigger of a simultaneous move has filled its claims, and this statement skips them. */
export class FillClaimPlaces1795740000100 extends ForwardMigration {
  readonly statements = [
    `UPDATE file_claims c SET recipient_id = m.recipient_id, stream_id = m.stream_id
     FROM messages m WHERE m.id = c.message_id AND c.recipient_id IS NULL`,
  ];
}
