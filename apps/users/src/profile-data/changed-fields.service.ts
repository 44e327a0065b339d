import {
  type CustomProfileField,
  type DropUnfitProfileValues,
  type LoggedEvent,
  type ProfileFieldsChangedPayload,
  ProfileFieldType,
  ProfileValueChanged,
  ProfileValuesDropped,
} from '@chat/contracts';
import type { LogReader } from '@chat/event-log';
import type { Database } from '@chat/persistence';
import type { ProfileFields } from '../realm/profile-fields.js';

/** Values dropped in one transaction, so that a large realm does not make one huge batch of events. */
const MAX_DROPPED_AT_ONCE = 500;

/**
 * Drops the values of fields, and of choices, that the realm took away. Idempotent, and right in any order: what goes is decided by
 * the fields as they are now, so that an event that comes late does not take away what was allowed meanwhile.
 */
export class ChangedFieldsService {
  constructor(
    private readonly database: Database,
    private readonly fields: Pick<ProfileFields, 'get'>,
    private readonly reader: Pick<LogReader, 'waitUntilApplied'>,
  ) {}

  async onEvent({ realmId, logId, payload }: LoggedEvent<ProfileFieldsChangedPayload>): Promise<void> {
    await this.reader.waitUntilApplied(realmId, logId);
    await this.dropUnfit({ realmId, previous: payload.previous });
  }

  async dropUnfit({ realmId, previous }: DropUnfitProfileValues): Promise<void> {
    const fields = await this.fields.get(realmId);
    for (const before of previous) {
      const now = fields.find((field) => field.id === before.id);
      // A value is told to be gone only where its field is still there to be shown without it.
      if (now === undefined) await this.drop(realmId, before.id, null, false);
      else if (now.type === ProfileFieldType.Choice && now.fieldData !== before.fieldData) {
        await this.drop(realmId, now.id, choicesOf(now), true);
      }
    }
  }

  private async drop(
    realmId: number,
    fieldId: number,
    kept: readonly string[] | null,
    isPublishedToClients: boolean,
  ): Promise<void> {
    for (;;) {
      const dropped = await this.database.transaction(async (tx) => {
        // One statement locks, deletes and returns a batch.
        const rows = await tx.query<{ userId: number }>(
          `DELETE FROM profile_value WHERE (user_id, field_id) IN (
             SELECT user_id, field_id FROM profile_value
             WHERE realm_id = $1 AND field_id = $2 AND ($3::text[] IS NULL OR value <> ALL ($3)) LIMIT $4 FOR UPDATE)
           RETURNING user_id AS "userId"`,
          [realmId, fieldId, kept, MAX_DROPPED_AT_ONCE],
        );
        const userIds = rows.map(({ userId }) => userId);
        if (!isPublishedToClients && userIds.length > 0)
          tx.record(realmId, ProfileValuesDropped.of({ fieldId, userIds }));
        if (isPublishedToClients) {
          for (const userId of userIds) tx.record(realmId, ProfileValueChanged.of({ userId, fieldId, value: null }));
        }
        return rows.length;
      });
      if (dropped < MAX_DROPPED_AT_ONCE) return;
    }
  }
}

const choicesOf = (field: CustomProfileField): string[] => Object.keys(JSON.parse(field.fieldData) as object);
