import type { ProfileFieldRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import type { CheckedField } from './check-field.js';

@Injectable()
export class ProfileFieldsRepository {
  /** Returns the fields in the order that the administrators chose. */
  list(tx: Transaction, realmId: number): Promise<ProfileFieldRecord[]> {
    return tx.query<ProfileFieldRecord>(
      `SELECT id, type, position AS "order", name, hint, field_data AS "fieldData",
              display_in_profile_summary AS "displayInProfileSummary"
       FROM profile_fields WHERE realm_id = $1 ORDER BY position, id`,
      [realmId],
    );
  }

  async insert(tx: Transaction, realmId: number, position: number, field: CheckedField): Promise<number> {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO profile_fields (realm_id, type, position, name, name_key, hint, field_data, display_in_profile_summary)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
      [
        realmId,
        field.type,
        position,
        field.name,
        foldName(field.name),
        field.hint,
        field.fieldData,
        field.displayInProfileSummary,
      ],
    );
    return (row as { id: number }).id;
  }

  async update(tx: Transaction, fieldId: number, field: CheckedField): Promise<void> {
    await tx.query(
      `UPDATE profile_fields SET name = $2, name_key = $3, hint = $4, field_data = $5, display_in_profile_summary = $6
       WHERE id = $1`,
      [fieldId, field.name, foldName(field.name), field.hint, field.fieldData, field.displayInProfileSummary],
    );
  }

  async delete(tx: Transaction, fieldId: number): Promise<void> {
    await tx.query('DELETE FROM profile_fields WHERE id = $1', [fieldId]);
  }

  /** Raw SQL: one statement writes the positions of all fields. */
  async reorder(tx: Transaction, fieldIds: readonly number[]): Promise<void> {
    await tx.query(
      `UPDATE profile_fields SET position = ordered.position
       FROM unnest($1::bigint[]) WITH ORDINALITY AS ordered (id, position)
       WHERE profile_fields.id = ordered.id`,
      [fieldIds],
    );
  }
}
