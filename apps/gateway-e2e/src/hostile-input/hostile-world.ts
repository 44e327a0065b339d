import { Role } from '@chat/contracts';
import type { OrganizationOwnerOptions } from '../support/organization.js';
import { Organization, TEST_PASSWORD, type TestUser } from '../support/organization.js';
import type { KnownValues } from './fitting-value.js';

/** An organization with one thing of each kind, and the parameters that name them. */
export interface HostileWorld {
  readonly organization: Organization;
  /** The only owner; the API refuses to remove it. */
  readonly owner: TestUser;
  readonly known: KnownValues;
}

/** A time in the far future, for all parameters that take a time. */
const IN_A_WEEK_S = 7 * 24 * 3_600;

export async function hostileWorld(system: OrganizationOwnerOptions): Promise<HostileWorld> {
  const organization = await Organization.create(system);
  const { owner } = organization;
  const [victim, bystander] = (await Promise.all([
    organization.addUser('Vic Victim', Role.Member),
    organization.addUser('Bea Bystander', Role.Member),
  ])) as [TestUser, TestUser];
  const { client } = owner;
  const both = [owner.userId, victim.userId];
  await client.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'odd' }, { name: 'further' }, { name: 'changing' }],
    principals: both,
  });
  const { stream_id } = await client.get('/get_stream_id', { stream: 'odd' });
  const changing = await client.get('/get_stream_id', { stream: 'changing' });
  const { id: message_id } = await client.post('/messages', {
    type: 'stream',
    to: 'odd',
    topic: 'odd',
    content: 'Odd',
  });
  const poll = await client.post('/messages', { type: 'stream', to: 'odd', topic: 'odd', content: '/poll Odd?\nyes' });
  const { queue_id } = await client.post('/register', { event_types: ['heartbeat'] });
  const { ids } = await client.post('/drafts', {
    drafts: [{ type: 'stream', to: [stream_id], topic: 'odd', content: 'Draft' }],
  });
  const dueAt = Math.floor(Date.now() / 1_000) + IN_A_WEEK_S;
  const scheduled = await client.post('/scheduled_messages', {
    type: 'stream',
    to: stream_id,
    topic: 'odd',
    content: 'Later',
    scheduled_delivery_timestamp: dueAt,
  });
  for (const name of ['oddities', 'others'])
    await client.post('/user_groups/create', { name, description: 'Odd', members: both });
  const { user_groups } = await client.get('/user_groups');
  const groupId = (wanted: string): number => user_groups.find(({ name }: { name: string }) => name === wanted).id;
  await client.post('/default_stream_groups/create', { group_name: 'Odd', description: 'Odd', stream_names: ['odd'] });
  const { realm_default_stream_groups } = await client.post('/register', { event_types: ['default_stream_groups'] });
  await client.patch('/realm', { enable_read_receipts: true });
  await client.call('PUT', '/bot_storage', { storage: { odd: 'odd' } });
  await victim.client.post('/users/me/presence', { status: 'active' });
  const field = await client.post('/realm/profile_fields', { name: 'Odd', field_type: 1 });
  const filter = await client.post('/realm/filters', {
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://odd.test/{id}',
  });
  const bot = await client.post('/bots', { full_name: 'Odd Robot', short_name: 'odd-robot', bot_type: 3 });
  await client.post('/invites', { invitee_emails: 'invited@example.com', stream_ids: [stream_id] });
  await client.post('/invites/multiuse', { stream_ids: [stream_id] });
  const { invites } = await client.get('/invites');
  const { webhook } = await client.post('/webhooks', { url: 'https://hooks.invalid/', event_types: ['message'] });
  const { delivery } = await client.post(`/webhooks/${webhook.id}/test`);
  return {
    organization,
    owner,
    known: {
      stream_id: String(stream_id),
      'PATCH /streams/{stream_id} stream_id': String(changing.stream_id),
      'DELETE /streams/{stream_id} stream_id': String(changing.stream_id),
      'POST /streams/{stream_id}/delete_topic topic_name': 'not odd',
      integration: 'json',
      stream: 'odd',
      stream_name: 'odd',
      new_name: 'renamed',
      subscriptions: '[{"name":"further"}]',
      'DELETE /users/me/subscriptions subscriptions': '["further"]',
      principals: JSON.stringify([victim.userId]),
      topic: 'odd',
      topic_name: 'odd',
      message_id: String(message_id),
      messages: `[${message_id}]`,
      msg_ids: `[${message_id}]`,
      user_id: String(victim.userId),
      muted_user_id: String(victim.userId),
      email: victim.email,
      'POST /users email': `new-user@${organization.host}`,
      username: victim.email,
      password: TEST_PASSWORD,
      full_name: 'Odd Name',
      role: '400',
      bot_id: String(bot.user_id),
      bot_owner_id: String(victim.userId),
      'POST /bots/{bot_id}/preview payload': '{"odd":1}',
      'POST /bots full_name': 'Another Robot',
      'PATCH /bots/{bot_id} full_name': 'Renamed Robot',
      short_name: 'another-robot',
      payload_url: '"https://odd.test/"',
      service_payload_url: '"https://odd.test/"',
      config_data: '{"odd":"odd"}',
      default_sending_stream: 'odd',
      default_events_register_stream: 'odd',
      draft_id: String(ids[0]),
      drafts: JSON.stringify([
        { type: 'stream', to: [stream_id], topic: 'odd', content: 'Draft', timestamp: 1_700_000_000 },
      ]),
      draft: JSON.stringify({ type: 'private', to: both, topic: '', content: 'Draft', timestamp: 1_700_000_000 }),
      queue_id,
      last_event_id: '-1',
      dont_block: 'true',
      webhook_id: String(webhook.id),
      delivery_id: delivery.id,
      url: 'https://hooks.invalid/odd',
      'POST /webhooks narrow': '[["stream","odd"]]',
      'PATCH /webhooks/{webhook_id} narrow': '[["stream","odd"]]',
      format: 'full',
      state: 'dead',
      id: String(invites[0].id),
      'DELETE /invites/multiuse/{id} id': String(invites.at(-1).id),
      invitee_emails: 'Odd <odd@example.com>',
      stream_ids: `[${stream_id}]`,
      invite_as: '400',
      local_id: 'local-1',
      anchor: 'newest',
      num_before: '5',
      num_after: '0',
      narrow: '[["stream","odd"],{"operator":"topic","operand":"odd","negated":true}]',
      'POST /register narrow': '[["stream","odd"]]',
      'GET /events narrow': '[["stream","odd"]]',
      event_types: '["message","heartbeat"]',
      fetch_event_types: '["realm_user","stream"]',
      client_capabilities: '{"bulk_message_deletion":true}',
      'POST /messages type': 'stream',
      'POST /messages to': '"odd"',
      type: 'stream',
      to: `[${stream_id}]`,
      'POST /scheduled_messages to': String(stream_id),
      'PATCH /scheduled_messages/{scheduled_message_id} to': String(stream_id),
      content: 'Odd content',
      widget_content: '{"widget_type":"poll","extra_data":{"question":"Odd?","options":["yes"]}}',
      'POST /submessage message_id': String(poll.id),
      'POST /submessage content': '{"type":"vote","key":"canned,0","vote":1}',
      msg_type: 'widget',
      command: '/night',
      scheduled_message_id: String(scheduled.scheduled_message_id),
      scheduled_delivery_timestamp: String(dueAt),
      op: 'add',
      'POST /typing op': 'start',
      'POST /typing to': JSON.stringify([victim.userId]),
      'POST /typing type': 'direct',
      flag: 'starred',
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
      user_group_id: String(groupId('oddities')),
      'PATCH /user_groups/{user_group_id} name': 'renamed',
      'POST /user_groups/{user_group_id}/subgroups add': `[${groupId('others')}]`,
      can_remove_subscribers_group_id: String(groupId('@role:administrators')),
      group_id: String(realm_default_stream_groups[0].id),
      group_name: 'Further',
      stream_names: '["further"]',
      'PATCH /default_stream_groups/{group_id}/streams op': 'add',
      'PATCH /users/me/subscriptions add': '[{"name":"further"}]',
      'PATCH /users/me/subscriptions delete': '["further"]',
      keys: '["odd"]',
      storage: '{"odd":"odd"}',
      members: JSON.stringify(both),
      add: JSON.stringify([bystander.userId]),
      delete: JSON.stringify([victim.userId]),
      field_id: String(field.id),
      field_type: '1',
      order: JSON.stringify([field.id]),
      data: JSON.stringify([{ id: field.id, value: 'odd' }]),
      'DELETE /users/me/profile_data data': JSON.stringify([field.id]),
      profile_data: JSON.stringify([{ id: field.id, value: 'odd' }]),
      subscription_data: JSON.stringify([{ stream_id, property: 'color', value: '#ff0000' }]),
      filter_id: String(filter.id),
      pattern: 'ODD-(?P<id>[0-9]+)',
      url_template: 'https://odd.test/{id}',
      domain: 'odd.test',
      highlighter_language: 'python',
      url_prefix: 'https://odd.test/play?code=',
      alert_words: '["odd"]',
      visibility_policy: '1',
      status_text: 'Odd',
      status: 'active',
      timezone: 'Europe/Berlin',
      default_language: 'en',
      notification_sound: 'ding',
      'PATCH /realm/profile_fields/{field_id} name': 'Renamed',
      'PATCH /realm/filters/{filter_id} pattern': 'OTHER-(?P<id>[0-9]+)',
      file_name: 'odd.png',
      realm_id: String(organization.realmId),
      token: 'a'.repeat(32),
    },
  };
}
