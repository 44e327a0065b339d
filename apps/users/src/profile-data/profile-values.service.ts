import {
  badRequest,
  type CustomProfileField,
  isMarkdownFieldType,
  type Principal,
  type ProfileDatum,
  ProfileFieldType,
  ProfileValueChanged,
  profileValueFault,
} from '@chat/contracts';
import { type DescriptionContext, renderProfileValue } from '@chat/markdown';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { AccountEntity, type AccountRow } from '../accounts/account.entity.js';
import { lockAccount } from '../accounts/find-account.js';
import { Realms } from '../realm/realms.js';
import { ProfileValueEntity } from './profile-values.entity.js';
import { readProfileData, upsertIfDifferent } from './profile-values.repository.js';

/** A checked value; null removes it. */
export interface ProfileValue {
  readonly fieldId: number;
  readonly value: string | null;
  readonly renderedValue: string | null;
  /** User ids in a person picker. */
  readonly people: readonly number[];
}

/** Values of custom profile fields. The realm defines the fields and their valid values. */
@Injectable()
export class ProfileValuesService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
  ) {}

  async update({ realmId, userId }: Principal, data: readonly ProfileDatum[]): Promise<void> {
    const values = await this.check(realmId, data);
    await this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, realmId, userId);
      await this.checkPeople(tx, realmId, values);
      await this.store(tx, account, values);
    });
  }

  async remove(actor: Principal, fieldIds: readonly number[]): Promise<void> {
    const fields = await this.realms.profileFields(actor.realmId);
    const unknown = fieldIds.find((fieldId) => !fields.some((field) => field.id === fieldId));
    if (unknown !== undefined) throw badRequest(`Field id ${unknown} not found.`);
    const removals = fieldIds.map((id) => ({ id, value: null }));
    await this.update(actor, removals);
  }

  /** Throws "Field id N not found." or the fault of a value. The last of several values for one field counts. */
  async check(realmId: number, data: readonly ProfileDatum[]): Promise<ProfileValue[]> {
    if (data.length === 0) return [];
    const fields = await this.realms.profileFields(realmId);
    const context = await this.realms.descriptionContext(realmId);
    const values = new Map<number, ProfileValue>();
    for (const { id, value } of data) {
      const field = fields.find((candidate) => candidate.id === id);
      if (field === undefined) throw badRequest(`Field id ${id} not found.`);
      values.set(id, checkedValue(field, value, context));
    }
    return [...values.values()];
  }

  /** Throws unless person pickers name active people of the realm. */
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

  /** Writes the values that differ, with one event each. Bots have no profile. */
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

  /** Publishes the values of a user that clients see as a new user. */
  async publishAgain(tx: Transaction, realmId: number, userId: number): Promise<void> {
    const profile = (await readProfileData(tx, realmId, userId)).get(userId) ?? {};
    for (const [fieldId, { value, renderedValue }] of Object.entries(profile)) {
      tx.record(realmId, ProfileValueChanged.of({ userId, fieldId: Number(fieldId), value, renderedValue }));
    }
  }
}

function checkedValue(field: CustomProfileField, given: ProfileDatum['value'], context: DescriptionContext) {
  const nothing = { fieldId: field.id, value: null, renderedValue: null, people: [] };
  const value = field.type === ProfileFieldType.Person ? asPeople(given) : given;
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return nothing;
  const fault = profileValueFault(field, value);
  if (fault !== null) throw badRequest(fault);
  if (Array.isArray(value)) return { ...nothing, value: JSON.stringify(value), people: value as number[] };
  const text = value as string;
  const renderedValue = isMarkdownFieldType(field.type) ? renderProfileValue(text, context) : null;
  return { ...nothing, value: text, renderedValue };
}

/** Clients send the list, or the JSON text that they received. */
function asPeople(given: ProfileDatum['value']): unknown {
  if (typeof given !== 'string' || given === '') return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}
