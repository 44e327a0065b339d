import { isAllowedBy, Policy } from '@chat/auth';
import {
  badRequest,
  type Principal,
  type RealmRecord,
  type StreamRecord,
  WildcardMentionPolicy,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { RealmState } from '../../projections/realm-projections.js';

/** Every sender may use wildcard mentions in streams with at most this many subscribers. */
const THRESHOLD = 15;

/** The two enumerations share names, not numbers. */
const POLICIES = new Map(
  Object.entries(WildcardMentionPolicy).map(([name, value]) => [value as number, Policy[name as keyof typeof Policy]]),
);

/** Refuses messages with wildcard mentions that the policy of the realm does not allow. */
@Injectable()
export class WildcardMentions {
  constructor(private readonly database: Database) {}

  /** Refuses a wildcard mention in a large stream unless the policy of the realm allows it. `stream`: null for a direct message. */
  async requireMayMentionAll(
    sender: Principal,
    stream: StreamRecord | null,
    { realm, users }: RealmState,
  ): Promise<void> {
    if (!stream || mayMentionAll(realm, sender, Date.now() / 1000)) return;
    const [row] = await this.database.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM (
         SELECT 1 FROM subscriptions WHERE stream_id = $1 AND is_active AND user_id <> ALL ($2) LIMIT $3) AS counted`,
      [stream.streamId, users.deactivatedIds(), THRESHOLD + 1],
    );
    if ((row?.count ?? 0) > THRESHOLD) {
      throw badRequest('You do not have permission to use wildcard mentions in this stream.');
    }
  }
}

/** Whether the sender may use a wildcard mention in a large stream. */
export const mayMentionAll = (
  realm: Pick<RealmRecord, 'wildcardMentionPolicy' | 'waitingPeriodThreshold'>,
  sender: Pick<Principal, 'role' | 'joinedAtSeconds'>,
  nowSeconds: number,
): boolean =>
  isAllowedBy(
    POLICIES.get(realm.wildcardMentionPolicy) ?? Policy.Nobody,
    sender,
    realm.waitingPeriodThreshold,
    nowSeconds,
  );
