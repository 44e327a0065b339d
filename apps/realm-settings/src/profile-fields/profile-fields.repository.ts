import type { CustomProfileField } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import type { CheckedField } from './check-field.js';
import { ProfileFieldEntity } from './profile-fields.entity.js';

@Injectable()
export class ProfileFieldsRepository {
  /** Returns the fields in the order that the administrators chose. */
  async list(tx: Transaction, realmId: number): Promise<CustomProfileField[]> {
    const fields = tx.getRepository(ProfileFieldEntity);
    const rows = await fields.find({ where: { realmId }, order: { order: 'ASC', id: 'ASC' } });
    return rows.map(({ realmId: _, nameKey: _key, ...field }) => field);
  }

  async insert(tx: Transaction, realmId: number, order: number, field: CheckedField): Promise<number> {
    const row = { ...field, realmId, order, nameKey: foldName(field.name) };
    const { identifiers } = await tx.getRepository(ProfileFieldEntity).insert(row);
    return (identifiers[0] as { id: number }).id;
  }

  async update(tx: Transaction, id: number, field: CheckedField): Promise<void> {
    await tx.getRepository(ProfileFieldEntity).update({ id }, { ...field, nameKey: foldName(field.name) });
  }

  async delete(tx: Transaction, id: number): Promise<void> {
    await tx.getRepository(ProfileFieldEntity).delete({ id });
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
