import type { WireEvent } from '@chat/chat-client';
import type { ComparableState } from '@chat/testing';

/** Conditions that decide which parts of a state events keep up to date. */
export interface Expectation {
  readonly hasEveryCapability: boolean;
  /** Events of the reader since the registration. */
  readonly events: readonly WireEvent[];
}

type Row = Record<string, unknown>;

/** Inherited from settings of the user. Clients that do not know null receive the values of their registration. */
const INHERITED = ['desktop', 'audible', 'push', 'email'].map((name) => `${name}_notifications`);

/** Personal settings of a stream from an earlier subscription. */
const PERSONAL = [
  ...['color', 'email_address', 'in_home_view', 'is_muted', 'pin_to_top', 'wildcard_mentions_notify'],
  ...INHERITED,
];

/** Both states without the parts that events do not promise. */
export function promised(
  known: Readonly<ComparableState>,
  fresh: Readonly<ComparableState>,
  { hasEveryCapability, events }: Expectation,
): [ComparableState, ComparableState] {
  const [ours, theirs] = [{ ...known }, { ...fresh }];
  // An upper bound, also over messages that the reader does not receive.
  for (const state of [ours, theirs]) delete state['max_message_id'];
  // After some events a client has to fetch parts of its registration again.
  if (!('recent_private_conversations' in ours)) delete theirs['recent_private_conversations'];
  forgetFormerSubscriptions(theirs, ours, events);
  for (const state of [ours, theirs]) forgetStrayValues(state);
  return hasEveryCapability ? [ours, theirs] : [withoutInherited(ours), withoutInherited(theirs)];
}

/**
 * A value written at the moment of the deletion of its field may stay behind. Clients show values by field, so it is
 * invisible; values of existing fields are compared.
 */
function forgetStrayValues(state: ComparableState): void {
  const fields = new Set((state['custom_profile_fields'] as Row[]).map((field) => String(field['id'])));
  for (const list of ['realm_users', 'realm_non_active_users']) {
    state[list] = (state[list] as Row[]).map((user) => {
      const values = Object.entries((user['profile_data'] ?? {}) as Row).filter(([id]) => fields.has(id));
      return 'profile_data' in user ? { ...user, profile_data: Object.fromEntries(values) } : user;
    });
  }
}

/** That one was once in a stream that has come into sight, no event says. */
function forgetFormerSubscriptions(fresh: ComparableState, known: ComparableState, events: readonly WireEvent[]): void {
  const strange = new Set((known['never_subscribed'] as Row[]).map((stream) => stream['stream_id']));
  const appeared = new Set(
    events
      .filter(({ type, op }) => type === 'stream' && op === 'create')
      .flatMap(({ streams }) => (streams as Row[]).map((stream) => stream['stream_id'])),
  );
  const [former, unsubscribed] = partition(
    fresh['unsubscribed'] as Row[],
    (row) => appeared.has(row['stream_id']) && strange.has(row['stream_id']),
  );
  if (former.length === 0) return;
  fresh['unsubscribed'] = unsubscribed;
  const never = former.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !PERSONAL.includes(name))),
  );
  fresh['never_subscribed'] = [...(fresh['never_subscribed'] as Row[]), ...never].sort(
    (a, b) => Number(a['stream_id']) - Number(b['stream_id']),
  );
}

function withoutInherited(state: ComparableState): ComparableState {
  const lists = ['subscriptions', 'unsubscribed'].map((name) => [
    name,
    (state[name] as Row[]).map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(([field]) => ![...INHERITED, 'wildcard_mentions_notify'].includes(field)),
      ),
    ),
  ]);
  return { ...state, ...Object.fromEntries(lists) };
}

const partition = <T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] => [
  items.filter(test),
  items.filter((item) => !test(item)),
];
