import {
  type CustomProfileField,
  type DropUnfitProfileValues,
  type LoggedEvent,
  type ProfileFieldsChangedPayload,
  ProfileFieldType,
  ProfileValueChanged,
  ProfileValuesDropped,
} from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Realms } from '../realm/realms.js';

/** Values per transaction, so that a large realm does not make one huge batch of events. */
const MAX_DROPPED_AT_ONCE = 500;

/**
 * Drops the values that the realm's fields no longer allow. Uses the current fields, so repeated and late events never drop a
 * value that is valid again.
 */
@Injectable()
export class ChangedFieldsService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly reader: LogReader,
  ) {}

  async onEvent({ realmId, logId, payload }: LoggedEvent<ProfileFieldsChangedPayload>): Promise<void> {
    await this.reader.waitUntilApplied(realmId, logId);
    await this.dropUnfit({ realmId, previous: payload.previous });
  }

  async dropUnfit({ realmId, previous }: DropUnfitProfileValues): Promise<void> {
    const fields = await this.realms.profileFields(realmId);
    for (const before of previous) {
      const now = fields.find((field) => field.id === before.id);
      if (now === undefined) await this.drop(realmId, before.id, null);
      else if (now.type === ProfileFieldType.Choice && now.fieldData !== before.fieldData) {
        await this.drop(realmId, now.id, choicesOf(now));
      }
    }
  }

  /** Drops the values other than `choices`. Null: the field is gone, so clients need no event of each value. */
  private async drop(realmId: number, fieldId: number, choices: readonly string[] | null): Promise<void> {
    for (let dropped = MAX_DROPPED_AT_ONCE; dropped === MAX_DROPPED_AT_ONCE; ) {
      dropped = await this.database.transaction(async (tx) => {
        // One statement locks, deletes and returns a batch.
        const rows = await tx.query<{ userId: number }>(
          `DELETE FROM profile_value WHERE (user_id, field_id) IN (
             SELECT user_id, field_id FROM profile_value
             WHERE realm_id = $1 AND field_id = $2 AND ($3::text[] IS NULL OR value <> ALL ($3)) LIMIT $4 FOR UPDATE)
           RETURNING user_id AS "userId"`,
          [realmId, fieldId, choices, MAX_DROPPED_AT_ONCE],
        );
        const userIds = rows.map(({ userId }) => userId);
        if (choices !== null) {
          for (const userId of userIds) tx.record(realmId, ProfileValueChanged.of({ userId, fieldId, value: null }));
        } else if (userIds.length > 0) tx.record(realmId, ProfileValuesDropped.of({ fieldId, userIds }));
        return rows.length;
      });
    }
  }
}

const choicesOf = (field: CustomProfileField): string[] => Object.keys(JSON.parse(field.fieldData) as object);
