import { badRequest, type CreateProfileField, MAX_PROFILE_FIELDS } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { checkedField } from './check-field.js';
import { foldName } from './fold-name.js';
import { ProfileFieldChanges } from './profile-field-changes.js';

@Injectable()
export class CreateProfileFieldHandler {
  constructor(private readonly changes: ProfileFieldChanges) {}

  handle(request: CreateProfileField): Promise<{ id: number }> {
    const { actor, fieldType, name = '', hint = '', fieldData = {}, displayInProfileSummary = false } = request;
    return this.changes.run(actor, async (tx, fields, realm) => {
      const given = { type: fieldType, name, hint, fieldData, displayInProfileSummary };
      const field = checkedField(given, fields, realm.defaultExternalAccounts);
      if (fields.length >= MAX_PROFILE_FIELDS)
        throw badRequest(`Too many profile fields (limit: ${MAX_PROFILE_FIELDS})`);
      const position = Math.max(0, ...fields.map(({ order }) => order)) + 1;
      const [created] = await tx.query<{ id: number }>(
        `INSERT INTO profile_fields (realm_id, type, position, name, name_key, hint, field_data, display_in_profile_summary)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
        [
          actor.realmId,
          field.type,
          position,
          field.name,
          foldName(field.name),
          field.hint,
          field.fieldData,
          field.displayInProfileSummary,
        ],
      );
      return { id: (created as { id: number }).id };
    });
  }
}
