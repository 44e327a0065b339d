import { ChangeUserAsOperator, CreateUserAsOperator, type FieldsOf, GetRealmAccounts } from '@chat/contracts';
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
      const traits = [user.isBot ? 'bot' : '', user.isActive ? '' : 'deactivated'].filter(Boolean);
      const columns = [user.userId, nameOfRole(user.role), user.deliveryEmail, user.fullName, traits.join(', ')];
      print(columns.join('\t').trimEnd());
    }
  },
};

/** A change of an account: the fields of the request, and the rest of the sentence that reports the success. */
interface UserChange {
  readonly fields: Omit<FieldsOf<ChangeUserAsOperator>, 'realmId' | 'email'>;
  readonly outcome: string;
}

/** A command that changes one account. `changeOf` reads and checks the options before the first request. */
function userCommand(
  name: string,
  summary: string,
  own: Command['options'],
  changeOf: (options: Options) => UserChange,
): Command {
  return {
    name,
    summary,
    options: { ...REALM_OPTION, ...EMAIL_OPTION, ...own },
    async run(operator, options, print) {
      const { fields, outcome } = changeOf(options);
      const { realmId } = await findRealm(operator, optionalTextOf(options, 'realm'));
      const email = textOf(options, 'email');
      const { userId } = await operator.request(ChangeUserAsOperator, { realmId, email, ...fields }, realmId);
      for (const line of `User ${userId} <${email}> ${outcome}`.split('\n')) print(line);
    },
  };
}

export const changeRole = userCommand(
  'change-role',
  'give an account another role',
  { role: { type: 'string', help: ROLE_NAMES, isRequired: true } },
  (options) => {
    const role = roleNamed(textOf(options, 'role'));
    return { fields: { role }, outcome: `is ${nameOfRole(role)} now.` };
  },
);

export const resetPassword = userCommand(
  'reset-password',
  'give an account another password; its API key stays',
  PASSWORD_OPTION,
  (options) => {
    const { password, isMadeUp } = passwordOf(options);
    return { fields: { password }, outcome: `has another password.${isMadeUp ? `\nPassword: ${password}` : ''}` };
  },
);

export const deactivateUser = userCommand(
  'deactivate-user',
  'end an account; its API key is refused at once',
  {},
  () => ({ fields: { isActive: false }, outcome: 'is deactivated.' }),
);

export const reactivateUser = userCommand('reactivate-user', 'let an account in again', {}, () => ({
  fields: { isActive: true },
  outcome: 'is active.',
}));

export const changeRights = userCommand(
  'change-rights',
  'give an account rights beside its role, or take them',
  {
    'create-users': { type: 'string', help: 'yes or no: an administrator may make accounts over the API' },
    billing: { type: 'string', help: 'yes or no: is a billing administrator' },
  },
  (options) => {
    const canCreateUsers = yesOrNo(options, 'create-users');
    const isBillingAdmin = yesOrNo(options, 'billing');
    if (canCreateUsers === undefined && isBillingAdmin === undefined) {
      throw new CommandError('Give --create-users, --billing, or both.');
    }
    const fields = {
      ...(canCreateUsers !== undefined && { canCreateUsers }),
      ...(isBillingAdmin !== undefined && { isBillingAdmin }),
    };
    return { fields, outcome: 'has other rights now.' };
  },
);

function yesOrNo(options: Options, name: string): boolean | undefined {
  const text = optionalTextOf(options, name);
  if (text === undefined) return undefined;
  if (text !== 'yes' && text !== 'no') throw new CommandError(`--${name} is yes or no.`);
  return text === 'yes';
}
