import {
  badRequest,
  type Created,
  type CustomProfileField,
  DropUnfitProfileValues,
  MAX_PROFILE_FIELDS,
  type NewProfileField,
  type Principal,
  type ProfileFieldChange,
  ProfileFieldsChanged,
} from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { lockRealm, type RealmRow } from '../realm/realm.repository.js';
import { type CheckedField, checkedField, knownAccount } from './check-field.js';
import { ProfileFieldsRepository } from './profile-fields.repository.js';

type FieldData = Readonly<Record<string, unknown>>;
type Change<Result> = (tx: Transaction, fields: readonly CustomProfileField[], realm: RealmRow) => Promise<Result>;

@Injectable()
export class ProfileFieldsService {
  constructor(
    private readonly database: Database,
    private readonly profileFields: ProfileFieldsRepository,
    private readonly afterCommit: AfterCommit,
  ) {}

  create(actor: Principal, { fieldType, ...content }: NewProfileField): Promise<Created> {
    const { name = '', hint = '', fieldData = {}, displayInProfileSummary = false } = content;
    return this.change(actor, async (tx, fields, realm) => {
      const given = { type: fieldType, name, hint, fieldData, displayInProfileSummary };
      const field = checkedField(given, fields, realm.defaultExternalAccounts);
      if (fields.length >= MAX_PROFILE_FIELDS) {
        throw badRequest(`Too many profile fields (limit: ${MAX_PROFILE_FIELDS})`);
      }
      const position = Math.max(0, ...fields.map(({ order }) => order)) + 1;
      return { id: await this.profileFields.insert(tx, actor.realmId, position, field) };
    });
  }

  update(actor: Principal, { fieldId, ...changes }: ProfileFieldChange): Promise<void> {
    return this.change(actor, async (tx, fields, realm) => {
      const field = requireField(fields, fieldId);
      const others = fields.filter((other) => other !== field);
      const current = fieldDataOf(field);
      const accounts = realm.defaultExternalAccounts;
      const given = {
        type: field.type,
        name: changes.name ?? field.name,
        hint: changes.hint ?? field.hint,
        fieldData: changes.fieldData ?? current,
        displayInProfileSummary: changes.displayInProfileSummary ?? field.displayInProfileSummary,
      };
      const checked = checkedField(given, others, accounts);
      if (knownAccount(field.type, current, accounts)) refuseOtherContent(field, checked, given);
      await this.profileFields.update(tx, fieldId, checked);
    });
  }

  delete(actor: Principal, fieldId: number): Promise<void> {
    return this.change(actor, async (tx, fields) => {
      requireField(fields, fieldId);
      await this.profileFields.delete(tx, fieldId);
    });
  }

  reorder(actor: Principal, fieldIds: readonly number[]): Promise<void> {
    return this.change(actor, async (tx, fields) => {
      const named = new Set(fieldIds);
      const isComplete = named.size === fieldIds.length && fieldIds.length === fields.length;
      if (!isComplete || !fields.every(({ id }) => named.has(id))) throw badRequest('Invalid order mapping.');
      await this.profileFields.reorder(tx, fieldIds);
    });
  }

  /**
   * Applies one change under the realm lock, so that limits over all fields hold, and publishes the complete list if it differs.
   * Then has the users service drop the values that the fields no longer allow.
   */
  private async change<Result>({ realmId, userId }: Principal, apply: Change<Result>): Promise<Result> {
    const { result, previous, fields } = await this.database.transaction(async (tx) => {
      const realm = await lockRealm(tx, realmId);
      const previous = await this.profileFields.list(tx, realmId);
      const result = await apply(tx, previous, realm);
      const fields = await this.profileFields.list(tx, realmId);
      if (JSON.stringify(fields) !== JSON.stringify(previous)) {
        tx.record(realmId, ProfileFieldsChanged.of({ fields, previous, actorId: userId }));
      }
      return { result, previous, fields };
    });
    if (mayLeaveUnfitValues(previous, fields)) {
      await this.afterCommit.ask(DropUnfitProfileValues, { realmId, previous });
    }
    return result;
  }
}

function requireField(fields: readonly CustomProfileField[], fieldId: number): CustomProfileField {
  const field = fields.find(({ id }) => id === fieldId);
  if (!field) throw badRequest(`Field id ${fieldId} not found.`);
  return field;
}

const fieldDataOf = (field: CustomProfileField): FieldData =>
  field.fieldData === '' ? {} : (JSON.parse(field.fieldData) as FieldData);

/** The realm's settings define the name and hint of an external account that the realm knows. */
function refuseOtherContent(
  field: CustomProfileField,
  checked: CheckedField,
  given: { readonly name: string; readonly hint: string },
): void {
  const isSame =
    given.name.trim() === field.name && given.hint.trim() === field.hint && checked.fieldData === field.fieldData;
  if (!isSame) throw badRequest('Default custom field cannot be updated.');
}

/** Returns whether a field was removed or has other choices. */
function mayLeaveUnfitValues(before: readonly CustomProfileField[], now: readonly CustomProfileField[]): boolean {
  const dataOf = new Map(now.map(({ id, fieldData }) => [id, fieldData]));
  return before.some(({ id, fieldData }) => dataOf.get(id) !== fieldData);
}
