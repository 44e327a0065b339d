import {
  badRequest,
  type CustomProfileField,
  isMarkdownFieldType,
  type ProfileDatum,
  ProfileFieldType,
  ProfileValueChanged,
  profileValueFault,
} from '@chat/contracts';
import { type DescriptionContext, renderProfileValue } from '@chat/markdown';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { AccountEntity } from '../accounts/account.entity.js';
import type { AccountRow } from '../accounts/account.row.js';
import { ProfileFields } from '../realm/profile-fields.js';
import { RealmRendering } from '../realm/realm-rendering.js';
import { Realms } from '../realm/realms.js';
import { ProfileValueEntity } from './profile-values.entity.js';
import { readProfileData } from './read-profile-data.js';

/** A checked value; null removes it. */
export interface ProfileValue {
  readonly fieldId: number;
  readonly value: string | null;
  readonly renderedValue: string | null;
  /** Whom a person picker names. */
  readonly people: readonly number[];
}

/** Values of custom profile fields: the realm says which fields there are and what fits them. */
@Injectable()
export class ProfileValuesService {
  constructor(
    private readonly fields: ProfileFields,
    private readonly realms: Realms,
    private readonly rendering: RealmRendering,
  ) {}

  /** Throws "Field id N not found.", and what is wrong with a value. Of two for one field the last counts. */
  async check(realmId: number, data: readonly ProfileDatum[]): Promise<ProfileValue[]> {
    if (data.length === 0) return [];
    const fields = await this.fields.get(realmId);
    const context = await this.rendering.context(realmId, (await this.realms.get(realmId)).url);
    const values = new Map<number, ProfileValue>();
    for (const { id, value } of data) {
      const field = fields.find((candidate) => candidate.id === id);
      if (field === undefined) throw badRequest(`Field id ${id} not found.`);
      values.set(id, checkedValue(field, value, context));
    }
    return [...values.values()];
  }

  /** Throws unless person pickers name people of the realm who are active: "Invalid user ID: N", or what N is. */
  async checkPeople(tx: Transaction, realmId: number, values: readonly ProfileValue[]): Promise<void> {
    const userIds = [...new Set(values.flatMap((value) => value.people))];
    if (userIds.length === 0) return;
    const rows = await tx.getRepository(AccountEntity).find({
      select: { userId: true, isBot: true, isActive: true },
      where: { realmId, userId: In(userIds), isSystemBot: false },
    });
    const known = new Map(rows.map((row) => [row.userId, row]));
    for (const userId of userIds) {
      const user = known.get(userId);
      if (user === undefined) throw badRequest(`Invalid user ID: ${userId}`);
      if (!user.isActive) throw badRequest(`User with ID ${userId} is deactivated`);
      if (user.isBot) throw badRequest(`User with ID ${userId} is a bot`);
    }
  }

  /** Writes what is different, with one event each. Bots have no profile: nothing is kept of them, so nothing is told. */
  async store(
    tx: Transaction,
    { realmId, userId, isBot }: Pick<AccountRow, 'realmId' | 'userId' | 'isBot'>,
    values: readonly ProfileValue[],
  ): Promise<void> {
    if (isBot) return;
    for (const { fieldId, value, renderedValue } of values) {
      const isChanged =
        value === null
          ? (await tx.getRepository(ProfileValueEntity).delete({ userId, fieldId })).affected === 1
          : await upsertIfDifferent(tx, { userId, fieldId, realmId, value, renderedValue });
      if (isChanged) tx.record(realmId, ProfileValueChanged.of({ userId, fieldId, value, renderedValue }));
    }
  }

  /** Publishes the values of a user that appears to clients as a new one. */
  async publishAgain(tx: Transaction, realmId: number, userId: number): Promise<void> {
    const profile = (await readProfileData(tx, realmId, userId)).get(userId) ?? {};
    for (const [fieldId, { value, renderedValue }] of Object.entries(profile)) {
      tx.record(realmId, ProfileValueChanged.of({ userId, fieldId: Number(fieldId), value, renderedValue }));
    }
  }
}

/** One statement compares and writes. Returns false if the value is stored already. */
async function upsertIfDifferent(tx: Transaction, row: ProfileValueEntity): Promise<boolean> {
  const changed = await tx.query(
    `INSERT INTO profile_value AS v (user_id, field_id, realm_id, value, rendered_value) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, field_id) DO UPDATE SET value = excluded.value, rendered_value = excluded.rendered_value
     WHERE v.value <> excluded.value RETURNING field_id`,
    [row.userId, row.fieldId, row.realmId, row.value, row.renderedValue],
  );
  return changed.length > 0;
}

function checkedValue(
  field: CustomProfileField,
  given: ProfileDatum['value'],
  context: DescriptionContext,
): ProfileValue {
  const nothing = { fieldId: field.id, value: null, renderedValue: null, people: [] };
  const value = field.type === ProfileFieldType.Person ? asPeople(given) : given;
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return nothing;
  const fault = profileValueFault(field, value);
  if (fault !== null) throw badRequest(fault);
  if (Array.isArray(value)) return { ...nothing, value: JSON.stringify(value), people: value as number[] };
  const text = value as string;
  return {
    ...nothing,
    value: text,
    renderedValue: isMarkdownFieldType(field.type) ? renderProfileValue(text, context) : null,
  };
}

/** Clients send the list, or the JSON text that they were told. */
function asPeople(given: ProfileDatum['value']): unknown {
  if (typeof given !== 'string' || given === '') return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}
