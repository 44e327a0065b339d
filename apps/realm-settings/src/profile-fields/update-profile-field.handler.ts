import { badRequest, type ProfileFieldRecord, type UpdateProfileField } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { type CheckedField, checkedField } from './check-field.js';
import { knownAccount } from './check-field-data.js';
import { foldName } from './fold-name.js';
import { ProfileFieldChanges } from './profile-field-changes.js';

type FieldData = Readonly<Record<string, unknown>>;

@Injectable()
export class UpdateProfileFieldHandler {
  constructor(private readonly changes: ProfileFieldChanges) {}

  handle(request: UpdateProfileField): Promise<Record<string, never>> {
    const { actor, fieldId } = request;
    return this.changes.run(actor, async (tx, fields, realm) => {
      const field = fields.find(({ id }) => id === fieldId);
      if (!field) throw badRequest(`Field id ${fieldId} not found.`);
      const others = fields.filter((other) => other !== field);
      const current = fieldDataOf(field);
      const accounts = realm.defaultExternalAccounts;
      const given = {
        type: field.type,
        name: request.name ?? field.name,
        hint: request.hint ?? field.hint,
        fieldData: request.fieldData ?? current,
        displayInProfileSummary: request.displayInProfileSummary ?? field.displayInProfileSummary,
      };
      const checked = checkedField(given, others, accounts);
      if (knownAccount(field.type, current, accounts)) refuseOtherContent(field, checked, given);
      await tx.query(
        `UPDATE profile_fields SET name = $2, name_key = $3, hint = $4, field_data = $5, display_in_profile_summary = $6
         WHERE id = $1`,
        [
          fieldId,
          checked.name,
          foldName(checked.name),
          checked.hint,
          checked.fieldData,
          checked.displayInProfileSummary,
        ],
      );
      return {};
    });
  }
}

const fieldDataOf = (field: ProfileFieldRecord): FieldData =>
  field.fieldData === '' ? {} : (JSON.parse(field.fieldData) as FieldData);

/** The name and hint of an account that the realm knows are the realm's. */
function refuseOtherContent(
  field: ProfileFieldRecord,
  checked: CheckedField,
  given: { readonly name: string; readonly hint: string },
): void {
  const isSame =
    given.name.trim() === field.name && given.hint.trim() === field.hint && checked.fieldData === field.fieldData;
  if (!isSame) throw badRequest('Default custom field cannot be updated.');
}
