import { CreateRealm, ListRealms, SetRealmActive } from '@chat/contracts';
import { type Command, optionalTextOf, textOf } from '../command.js';
import { findRealm } from '../operator.js';

export const createRealm: Command = {
  name: 'create-realm',
  summary: 'make an organization; the first one answers for every host',
  options: {
    name: { type: 'string', help: 'name that people see', isRequired: true },
    str: { type: 'string', help: 'short name, which is its subdomain; none for the root of the host' },
    host: { type: 'string', help: 'a host name of its own' },
    default: { type: 'boolean', help: 'it becomes the one that answers for unknown hosts' },
  },
  async run(operator, options, print) {
    const realm = await operator.request(
      CreateRealm,
      {
        name: textOf(options, 'name'),
        str: optionalTextOf(options, 'str') ?? '',
        host: optionalTextOf(options, 'host') ?? null,
        isDefault: options['default'] === true,
      },
      0,
    );
    print(`Realm ${realm.realmId} "${realm.name}" is at ${realm.url}`);
    const which = realm.str === '' ? '' : ` --realm ${realm.str}`;
    print(`It has no users. Make its owner with: create-user${which} --role owner --email … --name …`);
  },
};

export const listRealms: Command = {
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

const setActive = (name: string, isActive: boolean, summary: string): Command => ({
  name,
  summary,
  options: { realm: { type: 'string', help: 'short name of the realm', isRequired: true } },
  async run(operator, options, print) {
    const realm = await findRealm(operator, textOf(options, 'realm'));
    await operator.request(SetRealmActive, { realmId: realm.realmId, isActive }, realm.realmId);
    print(`Realm "${realm.name}" is ${isActive ? 'active' : 'deactivated'}.`);
  },
});

export const deactivateRealm = setActive('deactivate-realm', false, 'refuse every request of its users');
export const reactivateRealm = setActive('reactivate-realm', true, 'let its users in again');
