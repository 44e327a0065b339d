import type { Changer } from './changer.js';
import type { Changes } from './changes.js';

const [SHORT_TEXT, LONG_TEXT, CHOICE, DATE, LINK, PERSON, EXTERNAL, PRONOUNS] = [1, 2, 3, 4, 5, 6, 7, 8];
const domain = (chance: Changer): string => chance.random.pick(['one.example', 'two.example']);
const emoji = (chance: Changer): string => chance.random.pick(['dot', 'spot', 'blot']);

export const REALM_CHANGES: Changes = {
  'settings of the organization change': (chance) =>
    chance.call(
      chance.leader(),
      'PATCH',
      '/realm',
      chance.random.pick([
        { name: chance.fresh('Home'), description: chance.fresh('Home of') },
        { message_content_edit_limit_seconds: chance.random.pick([600, 'unlimited']) },
        { message_content_delete_limit_seconds: chance.random.pick([600, 'unlimited']) },
        { default_language: chance.random.pick(['de', 'en']) },
        { notifications_stream_id: chance.random.pick([chance.stream(), -1]) },
        { signup_notifications_stream_id: chance.random.pick([chance.stream(), -1]) },
        { presence_disabled: chance.random.chance(), enable_read_receipts: chance.random.chance() },
        { enable_spectator_access: chance.random.chance() },
        { create_private_stream_policy: 1 + chance.random.below(4) },
        { user_group_edit_policy: 1 + chance.random.below(4), wildcard_mention_policy: 1 + chance.random.below(6) },
        { authentication_methods: { Email: true, LDAP: chance.random.chance() } },
        { name_changes_disabled: chance.random.chance(), avatar_changes_disabled: chance.random.chance() },
        { waiting_period_threshold: chance.random.below(5) },
      ]),
    ),
  'any setting of the organization changes': (chance) =>
    chance.call(chance.leader(), 'PATCH', '/realm', chance.settings('PATCH /realm')),
  'any default of new users changes': (chance) =>
    chance.call(
      chance.leader(),
      'PATCH',
      '/realm/user_settings_defaults',
      chance.settings('PATCH /realm/user_settings_defaults'),
    ),
  'defaults of new users change': (chance) =>
    chance.call(chance.leader(), 'PATCH', '/realm/user_settings_defaults', {
      color_scheme: 1 + chance.random.below(3),
      dense_mode: chance.random.chance(),
    }),
  'a domain comes': (chance) =>
    chance.call(chance.leader(), 'POST', '/realm/domains', {
      domain: domain(chance),
      allow_subdomains: chance.random.chance(),
    }),
  'a domain changes': (chance) =>
    chance.call(chance.leader(), 'PATCH', `/realm/domains/${domain(chance)}`, {
      allow_subdomains: chance.random.chance(),
    }),
  'a domain goes': (chance) => chance.call(chance.leader(), 'DELETE', `/realm/domains/${domain(chance)}`),
  'a profile field comes': async (chance) => {
    const field = {
      name: chance.fresh('Field'),
      hint: 'h',
      ...chance.random.pick<object>([
        { field_type: SHORT_TEXT, display_in_profile_summary: chance.random.chance() },
        { field_type: LONG_TEXT },
        { field_type: CHOICE, field_data: { 0: { text: 'red', order: '1' }, 1: { text: 'blue', order: '2' } } },
        { field_type: DATE },
        { field_type: LINK },
        { field_type: PERSON },
        { field_type: EXTERNAL, field_data: { subtype: 'github' } },
        { field_type: PRONOUNS },
      ]),
    };
    const made = await chance.call(chance.leader(), 'POST', '/realm/profile_fields', field);
    if (made) chance.world.fields.push(made.id);
  },
  'a profile field changes': (chance) =>
    chance.call(chance.leader(), 'PATCH', `/realm/profile_fields/${chance.random.pick(chance.world.fields)}`, {
      name: chance.fresh('Field'),
      hint: chance.fresh('hint'),
    }),
  'profile fields have another order': (chance) =>
    chance.call(chance.leader(), 'PATCH', '/realm/profile_fields', {
      order: chance.random.shuffled(chance.world.fields),
    }),
  'a profile field goes': async (chance) => {
    const { fields } = chance.world;
    const id = chance.random.pick(fields);
    const gone = await chance.call(chance.leader(), 'DELETE', `/realm/profile_fields/${id}`);
    // One stays for everything else, though it may be gone.
    if (gone && fields.length > 1) fields.splice(fields.indexOf(id), 1);
  },
  'a linkifier comes': async (chance) => {
    const pattern = `${chance.fresh('T').replace(' ', '')}-(?P<n>[0-9]+)`;
    const filter = { pattern, url_template: 'https://x.example/{n}' };
    const made = await chance.call(chance.leader(), 'POST', '/realm/filters', filter);
    if (made) chance.world.filters.push(made.id);
  },
  'a linkifier changes': (chance) =>
    chance.call(chance.leader(), 'PATCH', `/realm/filters/${chance.random.pick(chance.world.filters)}`, {
      pattern: `${chance.fresh('U').replace(' ', '')}-(?P<n>[0-9]+)`,
      url_template: 'https://y.example/{n}',
    }),
  'a linkifier goes': (chance) =>
    chance.call(chance.leader(), 'DELETE', `/realm/filters/${chance.random.pick(chance.world.filters)}`),
  'a playground goes': (chance) =>
    chance.call(chance.leader(), 'DELETE', `/realm/playgrounds/${chance.random.pick(chance.world.playgrounds)}`),
  'a playground comes': async (chance) => {
    const { playgrounds } = chance.world;
    const playground = {
      name: chance.fresh('Play'),
      highlighter_language: 'Rust',
      url_prefix: 'https://play.example/?c=',
    };
    const made = await chance.call(chance.leader(), 'POST', '/realm/playgrounds', playground);
    if (made) playgrounds.push(made.id);
  },
  'an emoji comes': (chance) => chance.upload(chance.anybody(), `/realm/emoji/${emoji(chance)}`),
  'another icon comes': (chance) => chance.upload(chance.leader(), '/realm/icon'),
  'another logo comes': (chance) => chance.upload(chance.leader(), `/realm/logo?night=${chance.random.chance()}`),
  'the icon goes': (chance) => chance.call(chance.leader(), 'DELETE', '/realm/icon'),
  'a logo goes': (chance) => chance.call(chance.leader(), 'DELETE', '/realm/logo', { night: chance.random.chance() }),
  'an emoji goes': (chance) => chance.call(chance.leader(), 'DELETE', `/realm/emoji/${emoji(chance)}`),
};
