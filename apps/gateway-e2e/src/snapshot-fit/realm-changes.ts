import type { Changes } from './changes.js';

/** What happens to the organization as a whole. */
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
  'defaults of new users change': (chance) =>
    chance.call(chance.leader(), 'PATCH', '/realm/user_settings_defaults', {
      color_scheme: 1 + chance.random.below(3),
      dense_mode: chance.random.chance(),
    }),
  'a domain comes, changes or goes': (chance) => {
    const domain = chance.random.pick(['one.example', 'two.example']);
    const allow_subdomains = chance.random.chance();
    return chance.random.pick([
      () => chance.call(chance.leader(), 'POST', '/realm/domains', { domain, allow_subdomains }),
      () => chance.call(chance.leader(), 'PATCH', `/realm/domains/${domain}`, { allow_subdomains }),
      () => chance.call(chance.leader(), 'DELETE', `/realm/domains/${domain}`),
    ])();
  },
  'a profile field comes': async (chance) => {
    const field = { name: chance.fresh('Field'), hint: 'h', field_type: 1 + chance.random.below(2) };
    const made = await chance.call(chance.leader(), 'POST', '/realm/profile_fields', field);
    if (made) chance.world.fields.push(made.id);
  },
  'a profile field changes': async (chance) => {
    const { fields } = chance.world;
    if (fields.length === 0) return;
    const who = chance.leader();
    const id = chance.random.pick(fields);
    const turn = chance.random.below(4);
    if (turn < 2) {
      const change = { name: chance.fresh('Field'), hint: chance.fresh('hint') };
      await chance.call(who, 'PATCH', `/realm/profile_fields/${id}`, change);
    } else if (turn === 2) {
      await chance.call(who, 'PATCH', '/realm/profile_fields', { order: chance.random.shuffled(fields) });
    } else if (await chance.call(who, 'DELETE', `/realm/profile_fields/${id}`)) {
      fields.splice(fields.indexOf(id), 1);
    }
  },
  'a linkifier comes': async (chance) => {
    const pattern = `${chance.fresh('T').replace(' ', '')}-(?P<n>[0-9]+)`;
    const filter = { pattern, url_template: 'https://x.example/{n}' };
    const made = await chance.call(chance.leader(), 'POST', '/realm/filters', filter);
    if (made) chance.world.filters.push(made.id);
  },
  'a linkifier changes': async (chance) => {
    const { filters } = chance.world;
    if (filters.length === 0) return;
    const path = `/realm/filters/${chance.random.pick(filters)}`;
    const pattern = `${chance.fresh('U').replace(' ', '')}-(?P<n>[0-9]+)`;
    if (chance.random.below(3) === 0) await chance.call(chance.leader(), 'DELETE', path);
    else await chance.call(chance.leader(), 'PATCH', path, { pattern, url_template: 'https://y.example/{n}' });
  },
  'a playground comes or goes': async (chance) => {
    const { playgrounds } = chance.world;
    if (playgrounds.length > 0 && chance.random.below(3) === 0) {
      await chance.call(chance.leader(), 'DELETE', `/realm/playgrounds/${chance.random.pick(playgrounds)}`);
      return;
    }
    const playground = {
      name: chance.fresh('Play'),
      highlighter_language: 'Rust',
      url_prefix: 'https://play.example/?c=',
    };
    const made = await chance.call(chance.leader(), 'POST', '/realm/playgrounds', playground);
    if (made) playgrounds.push(made.id);
  },
  'an emoji comes or goes': (chance) => {
    const name = chance.random.pick(['dot', 'spot', 'blot']);
    return chance.random.below(3) === 0
      ? chance.call(chance.leader(), 'DELETE', `/realm/emoji/${name}`)
      : chance.upload(chance.anybody(), `/realm/emoji/${name}`);
  },
};
