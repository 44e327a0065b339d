import type { ApiClient, ApiParameters } from '../support/api-client.js';

/** Fields that depend on the moment or the queue, not on the organization. */
const VOLATILE = new Set([
  'queue_id',
  'last_event_id',
  'server_timestamp',
  'presences',
  'server_generation',
  'msg',
  'result',
]);

/** Everything that a client can read of an organization, as its owner. */
export async function organizationState(client: ApiClient): Promise<Readonly<Record<string, unknown>>> {
  // A refusal is a state as well: by now the owner may have switched something off.
  const read = async (path: string, parameters: ApiParameters = {}) =>
    (await client.call('GET', path, parameters)).body;
  const [registered, users, streams, messages, drafts, scheduled, groups] = await Promise.all([
    client.post('/register', { include_subscribers: true, client_capabilities: CAPABILITIES }),
    read('/users', { include_custom_profile_fields: true }),
    read('/streams', { include_all_active: true, include_default: true }),
    read('/messages', { anchor: 'newest', num_before: 500, num_after: 0, narrow: [] }),
    read('/drafts'),
    read('/scheduled_messages'),
    read('/user_groups'),
  ]);
  await client.delete('/events', { queue_id: registered.queue_id });
  const state: Record<string, unknown> = {
    'GET /users': users,
    'GET /streams': streams,
    'GET /messages': messages,
    'GET /drafts': drafts,
    'GET /scheduled_messages': scheduled,
    'GET /user_groups': groups,
  };
  for (const [name, value] of Object.entries(registered)) if (!VOLATILE.has(name)) state[name] = value;
  return state;
}

/** Names of the fields that differ between two states, with both values. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const [was, is] = [JSON.stringify(before[name]), JSON.stringify(after[name])];
    if (was === is) return [];
    let from = 0;
    while (was?.[from] !== undefined && was[from] === is?.[from]) from++;
    const around = (text = 'nothing') => text.slice(Math.max(0, from - 80), from + 120);
    return [`${name}: was …${around(was)}…, is …${around(is)}…`];
  });
}

const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: false,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
};
