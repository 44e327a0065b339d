import { RENDER_VERSION } from '@chat/markdown';
import type { Transaction } from '@chat/persistence';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { EDITED_COLUMNS, type EditedMessage } from './message-edits.repository.js';

export interface ClaimingMessage {
  readonly id: number;
  readonly senderId: number;
  readonly content: string;
  readonly html: string;
  /** Paths of its claimed files. */
  readonly paths: readonly string[];
}

/** Old removals that one removal deletes. */
const FORGOTTEN_PER_REMOVAL = 100;

/** Raw SQL: most statements aggregate claims or change rows by their state. */
@Injectable()
export class ShownFilesRepository {
  constructor(private readonly database: Database) {}

  /** The newest messages below `beforeId` that claim the file. */
  async idsOfClaiming(realmId: number, fileId: number, beforeId: number, limit: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT message_id AS id FROM file_claims WHERE file_id = $1 AND realm_id = $2 AND message_id < $3
       ORDER BY message_id DESC LIMIT $4`,
      [fileId, realmId, beforeId, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** The messages that show a placeholder, among new claims. */
  async idsWithPlaceholder(realmId: number, messageIds: readonly number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM messages WHERE id = ANY ($1) AND realm_id = $2
         AND rendered_content LIKE '%image-loading-placeholder%' ORDER BY id DESC`,
      [messageIds, realmId],
    );
    return rows.map(({ id }) => id);
  }

  /** The messages with the paths of their files, except the file `withoutFileId`. */
  readClaiming(
    realmId: number,
    messageIds: readonly number[],
    withoutFileId: number | null,
  ): Promise<ClaimingMessage[]> {
    return this.database.query<ClaimingMessage>(
      `SELECT m.id, m.sender_id AS "senderId", m.content, m.rendered_content AS html, ARRAY(
         SELECT c.path_id FROM file_claims c WHERE c.message_id = m.id AND c.file_id IS DISTINCT FROM $3 ORDER BY 1) AS paths
       FROM messages m WHERE m.id = ANY ($1) AND m.realm_id = $2 ORDER BY m.id DESC`,
      [messageIds, realmId, withoutFileId],
    );
  }

  /** Locks the message unless its content, its HTML or its files are others by now. */
  async lockUnchanged(tx: Transaction, realmId: number, { id, content, html, paths }: ClaimingMessage) {
    const [row] = await tx.query<EditedMessage>(
      `SELECT ${EDITED_COLUMNS} FROM messages m WHERE id = $1 AND realm_id = $2 AND content = $3 AND rendered_content = $4
         AND ARRAY(SELECT c.path_id FROM file_claims c WHERE c.message_id = m.id ORDER BY 1) = $5 FOR UPDATE`,
      [id, realmId, content, html, paths],
    );
    return row;
  }

  async updateHtml(tx: Transaction, id: number, html: string, hasImage: boolean): Promise<void> {
    await tx.query('UPDATE messages SET rendered_content = $2, has_image = $3, render_version = $4 WHERE id = $1', [
      id,
      html,
      hasImage,
      RENDER_VERSION,
    ]);
  }

  /** Removes the claims of a deleted file by messages, and their mark if no other file is left. */
  async forgetClaims(tx: Transaction, fileId: number, messageIds: readonly number[]): Promise<void> {
    await tx.query('DELETE FROM file_claims WHERE file_id = $1 AND message_id = ANY ($2)', [fileId, messageIds]);
    await tx.query(
      `UPDATE messages m SET has_attachment = false WHERE m.id = ANY ($1) AND m.has_attachment
         AND NOT EXISTS (SELECT 1 FROM file_claims c WHERE c.message_id = m.id)`,
      [messageIds],
    );
  }

  /** Remembers the removal for a week, which is longer than a message is rendered and an event is repeated. */
  async rememberRemoval(realmId: number, fileId: number): Promise<void> {
    await this.database.query(
      `WITH old AS (
         DELETE FROM removed_files WHERE file_id IN (
           SELECT file_id FROM removed_files WHERE removed_at < now() - interval '7 days'
           ORDER BY removed_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       )
       INSERT INTO removed_files (realm_id, file_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      [realmId, fileId, FORGOTTEN_PER_REMOVAL],
    );
  }

  /** The removed files among `fileIds`. */
  async removedAmong(realmId: number, fileIds: readonly number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      'SELECT file_id AS id FROM removed_files WHERE realm_id = $1 AND file_id = ANY ($2) ORDER BY 1',
      [realmId, fileIds],
    );
    return rows.map(({ id }) => id);
  }

  async forgetHolds(fileId: number): Promise<void> {
    await this.database.query('DELETE FROM file_holds WHERE file_id = $1', [fileId]);
  }
}
