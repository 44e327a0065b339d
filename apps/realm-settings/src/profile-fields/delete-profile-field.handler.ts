import { badRequest, type DeleteProfileField } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { ProfileFieldChanges } from './profile-field-changes.js';

@Injectable()
export class DeleteProfileFieldHandler {
  constructor(private readonly changes: ProfileFieldChanges) {}

  handle({ actor, fieldId }: DeleteProfileField): Promise<Record<string, never>> {
    return this.changes.run(actor, async (tx, fields) => {
      if (!fields.some(({ id }) => id === fieldId)) throw badRequest(`Field id ${fieldId} not found.`);
      await tx.query('DELETE FROM profile_fields WHERE id = $1', [fieldId]);
      return {};
    });
  }
}
