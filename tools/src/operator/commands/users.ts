import { ChangeUserAsOperator, CreateUserAsOperator, GetRealmAccounts } from '@chat/contracts';
import {
  type Command,
  CommandError,
  EMAIL_OPTION,
  nameOfRole,
  type Options,
  optionalTextOf,
  PASSWORD_OPTION,
  passwordOf,
  REALM_OPTION,
  ROLE_NAMES,
  roleNamed,
  textOf,
} from '../command.js';
import { findRealm } from '../operator.js';

export const createUser: Command = {
  name: 'create-user',
  summary: 'make an account',
  options: {
    ...REALM_OPTION,
    ...EMAIL_OPTION,
    name: { type: 'string', help: 'full name', isRequired: true },
    role: { type: 'string', help: `${ROLE_NAMES}; member when left out` },
    ...PASSWORD_OPTION,
    'can-create-users': {
      type: 'boolean',
      help: 'may make accounts over the API; owners and administrators may anyway',
    },
  },
  async run(operator, options, print) {
    const role = roleNamed(optionalTextOf(options, 'role') ?? 'member');
    const { realmId } = await findRealm(operator, optionalTextOf(options, 'realm'));
    const { password, isMadeUp } = passwordOf(options);
    const account = await operator.request(
      CreateUserAsOperator,
      {
        realmId,
        email: textOf(options, 'email'),
        fullName: textOf(options, 'name'),
        role,
        password,
        ...(options['can-create-users'] === true ? { canCreateUsers: true } : {}),
      },
      realmId,
    );
    print(`User ${account.userId} <${textOf(options, 'email')}> is ${nameOfRole(role)}.`);
    if (isMadeUp) print(`Password: ${password}`);
  },
};

export const listUsers: Command = {
  name: 'list-users',
  summary: 'show the accounts of an organization',
  options: { ...REALM_OPTION, all: { type: 'boolean', help: 'deactivated ones too' } },
  async run(operator, options, print) {
    const { realmId } = await findRealm(operator, optionalTextOf(options, 'realm'));
    const { users } = (await operator.request(GetRealmAccounts, { realmId }, realmId)).state;
    for (const user of users) {
      if (!user.isActive && options['all'] !== true) continue;
      const facts = [user.isBot ? 'bot' : '', user.isActive ? '' : 'deactivated'].filter(Boolean);
      const columns = [user.userId, nameOfRole(user.role), user.deliveryEmail, user.fullName, facts.join(', ')];
      print(columns.join('\t').trimEnd());
    }
  },
};

export const changeRole: Command = {
  name: 'change-role',
  summary: 'give an account another role',
  options: {
    ...REALM_OPTION,
    ...EMAIL_OPTION,
    role: { type: 'string', help: ROLE_NAMES, isRequired: true },
  },
  async run(operator, options, print) {
    const role = roleNamed(textOf(options, 'role'));
    const { realmId } = await findRealm(operator, optionalTextOf(options, 'realm'));
    const email = textOf(options, 'email');
    const { userId } = await operator.request(ChangeUserAsOperator, { realmId, email, role }, realmId);
    print(`User ${userId} <${email}> is ${nameOfRole(role)} now.`);
  },
};

export const resetPassword: Command = {
  name: 'reset-password',
  summary: 'give an account another password; its API key stays',
  options: { ...REALM_OPTION, ...EMAIL_OPTION, ...PASSWORD_OPTION },
  async run(operator, options, print) {
    const { realmId } = await findRealm(operator, optionalTextOf(options, 'realm'));
    const email = textOf(options, 'email');
    const { password, isMadeUp } = passwordOf(options);
    const { userId } = await operator.request(ChangeUserAsOperator, { realmId, email, password }, realmId);
    print(`User ${userId} <${email}> has another password.`);
    if (isMadeUp) print(`Password: ${password}`);
  },
};

const setActive = (name: string, isActive: boolean, summary: string): Command => ({
  name,
  summary,
  options: { ...REALM_OPTION, ...EMAIL_OPTION },
  async run(operator, options, print) {
    const { realmId } = await findRealm(operator, optionalTextOf(options, 'realm'));
    const email = textOf(options, 'email');
    const { userId } = await operator.request(ChangeUserAsOperator, { realmId, email, isActive }, realmId);
    print(`User ${userId} <${email}> is ${isActive ? 'active' : 'deactivated'}.`);
  },
});

export const deactivateUser = setActive('deactivate-user', false, 'end an account; its API key is refused at once');
export const reactivateUser = setActive('reactivate-user', true, 'let an account in again');

export const changeRights: Command = {
  name: 'change-rights',
  summary: 'give an account rights beside its role, or take them',
  options: {
    ...REALM_OPTION,
    ...EMAIL_OPTION,
    'create-users': { type: 'string', help: 'yes or no: an administrator may make accounts over the API' },
    billing: { type: 'string', help: 'yes or no: is a billing administrator' },
  },
  async run(operator, options, print) {
    const canCreateUsers = yesOrNo(options, 'create-users');
    const isBillingAdmin = yesOrNo(options, 'billing');
    if (canCreateUsers === undefined && isBillingAdmin === undefined) {
      throw new CommandError('Give --create-users, --billing, or both.');
    }
    const { realmId } = await findRealm(operator, optionalTextOf(options, 'realm'));
    const email = textOf(options, 'email');
    const rights = {
      ...(canCreateUsers !== undefined && { canCreateUsers }),
      ...(isBillingAdmin !== undefined && { isBillingAdmin }),
    };
    const { userId } = await operator.request(ChangeUserAsOperator, { realmId, email, ...rights }, realmId);
    print(`User ${userId} <${email}> has other rights now.`);
  },
};

function yesOrNo(options: Options, name: string): boolean | undefined {
  const text = optionalTextOf(options, name);
  if (text === undefined) return undefined;
  if (text !== 'yes' && text !== 'no') throw new CommandError(`--${name} is yes or no.`);
  return text === 'yes';
}
