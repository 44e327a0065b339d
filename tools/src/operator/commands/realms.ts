import { CreateRealm, CreateRealmCreationLink, ListRealms, SetRealmActive, SetStandbyReads } from '@chat/contracts';
import { type Command, realmCommand } from '../command.js';

const CREATE_OPTIONS = {
  name: { type: 'string', help: 'name that people see', isRequired: true },
  str: { type: 'string', help: 'short name, which is its subdomain; none for the root of the host' },
  host: { type: 'string', help: 'a host name of its own' },
  default: { type: 'boolean', help: 'it becomes the one that answers for unknown hosts' },
} as const;

const createRealm: Command<typeof CREATE_OPTIONS> = {
  name: 'create-realm',
  summary: 'make an organization; the first one answers for every host',
  options: CREATE_OPTIONS,
  async run(operator, { name, str = '', host = null, default: isDefault = false }, print) {
    const realm = await operator.request(CreateRealm, { name, str, host, isDefault }, 0);
    print(`Realm ${realm.realmId} "${realm.name}" is at ${realm.url}`);
    const which = realm.str === '' ? '' : ` --realm ${realm.str}`;
    print(`It has no users. Make its owner with: create-user${which} --role owner --email … --name …`);
  },
};

const createRealmLink: Command = realmCommand({
  name: 'create-realm-link',
  summary: 'make a link by which a person creates one organization, within seven days',
  async run({ realmId }, operator, _options, print) {
    const { url } = await operator.request(CreateRealmCreationLink, { realmId }, realmId);
    print(url);
  },
});

const listRealms: Command = {
  name: 'list-realms',
  summary: 'show the organizations',
  options: {},
  async run(operator, _options, print) {
    for (const realm of await operator.request(ListRealms, {}, 0)) {
      const traits = [realm.isDefault ? 'default' : '', realm.isDeactivated ? 'deactivated' : ''].filter(Boolean);
      print([realm.realmId, realm.str || '""', realm.url, realm.name, traits.join(', ')].join('\t').trimEnd());
    }
  },
};

const setActive = (name: string, isActive: boolean, summary: string): Command =>
  realmCommand({
    name,
    summary,
    options: { realm: { type: 'string', help: 'short name of the realm', isRequired: true } },
    async run({ realmId, name }, operator, _options, print) {
      await operator.request(SetRealmActive, { realmId, isActive }, realmId);
      print(`Realm "${name}" is ${isActive ? 'active' : 'deactivated'}.`);
    },
  });

const setStandbyReads = (name: string, isOn: boolean, summary: string): Command =>
  realmCommand({
    name,
    summary,
    async run({ realmId, name }, operator, _options, print) {
      await operator.request(SetStandbyReads, { realmId, isOn }, realmId);
      print(`Realm "${name}": ${isOn ? 'standbys may serve reads' : 'only the primary serves reads'}.`);
    },
  });

export const realmCommands: readonly Command[] = [
  createRealm,
  createRealmLink,
  listRealms,
  setActive('deactivate-realm', false, 'refuse every request of its users'),
  setActive('reactivate-realm', true, 'let its users in again'),
  setStandbyReads(
    'enable-standby-reads',
    true,
    'let the standbys of DATABASE_READ_URL serve history, search and lists',
  ),
  setStandbyReads('disable-standby-reads', false, 'read everything from the primary'),
];
