import { badRequest, type ReorderProfileFields } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { ProfileFieldChanges } from './profile-field-changes.js';

@Injectable()
export class ReorderProfileFieldsHandler {
  constructor(private readonly changes: ProfileFieldChanges) {}

  handle({ actor, fieldIds }: ReorderProfileFields): Promise<Record<string, never>> {
    return this.changes.run(actor, async (tx, fields) => {
      const named = new Set(fieldIds);
      const isComplete = named.size === fieldIds.length && fieldIds.length === fields.length;
      if (!isComplete || !fields.every(({ id }) => named.has(id))) throw badRequest('Invalid order mapping.');
      await tx.query(
        `UPDATE profile_fields SET position = ordered.position
         FROM unnest($1::bigint[]) WITH ORDINALITY AS ordered (id, position)
         WHERE profile_fields.id = ordered.id`,
        [fieldIds],
      );
      return {};
    });
  }
}
