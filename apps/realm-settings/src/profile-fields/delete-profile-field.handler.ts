import { badRequest, type DeleteProfileField } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { changeProfileFields } from './change-profile-fields.js';

@Injectable()
export class DeleteProfileFieldHandler {
  constructor(private readonly database: Database) {}

  handle({ actor, fieldId }: DeleteProfileField): Promise<Record<string, never>> {
    return changeProfileFields(this.database, actor, async (tx, fields) => {
      if (!fields.some(({ id }) => id === fieldId)) throw badRequest(`Field id ${fieldId} not found.`);
      await tx.query('DELETE FROM profile_fields WHERE id = $1', [fieldId]);
      return {};
    });
  }
}
