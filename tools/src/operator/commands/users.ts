import { randomBytes } from 'node:crypto';
import { ChangeUserAsOperator, CreateUserAsOperator, type FieldsOf, GetRealmAccounts, Role } from '@chat/contracts';
import { type Command, CommandError, chosen, EMAIL_OPTION, type Options, realmCommand } from '../command.js';

const ROLES: Readonly<Record<string, Role>> = {
  owner: Role.Owner,
  administrator: Role.Administrator,
  moderator: Role.Moderator,
  member: Role.Member,
  guest: Role.Guest,
};
const ROLE_NAMES = Object.keys(ROLES).join(', ');
const nameOfRole = (role: Role): string => Object.keys(ROLES).find((name) => ROLES[name] === role) ?? String(role);

/** 16 letters, digits and dashes. */
const PASSWORD_BYTES = 12;
const PASSWORD_OPTION = {
  password: {
    type: 'string',
    help: 'others on this machine can read it meanwhile; one is made and shown when left out',
  },
} as const;

/** The given password, or a random one with the lines that show it. */
function passwordOf(given: string | undefined): { readonly password: string; readonly lines: readonly string[] } {
  const password = given ?? randomBytes(PASSWORD_BYTES).toString('base64url');
  return { password, lines: given === undefined ? [`Password: ${password}`] : [] };
}

const createUser = realmCommand({
  name: 'create-user',
  summary: 'make an account',
  options: {
    ...EMAIL_OPTION,
    name: { type: 'string', help: 'full name', isRequired: true },
    role: { type: 'string', help: `${ROLE_NAMES}; member when left out` },
    ...PASSWORD_OPTION,
    'can-create-users': {
      type: 'boolean',
      help: 'may make accounts over the API; owners and administrators may anyway',
    },
  },
  async run({ realmId }, operator, { email, name: fullName, role = 'member', ...options }, print) {
    const { password, lines } = passwordOf(options.password);
    const account = { realmId, email, fullName, role: chosen('role', role, ROLES), password };
    const rights = options['can-create-users'] === true ? { canCreateUsers: true } : {};
    const { userId } = await operator.request(CreateUserAsOperator, { ...account, ...rights }, realmId);
    for (const line of [`User ${userId} <${email}> is ${role}.`, ...lines]) print(line);
  },
});

const listUsers = realmCommand({
  name: 'list-users',
  summary: 'show the accounts of an organization',
  options: { all: { type: 'boolean', help: 'deactivated ones too' } },
  async run({ realmId }, operator, { all }, print) {
    const { users } = (await operator.request(GetRealmAccounts, { realmId }, realmId)).state;
    for (const user of users.filter(({ isActive }) => isActive || all === true)) {
      const traits = [user.isBot ? 'bot' : '', user.isActive ? '' : 'deactivated'].filter(Boolean);
      const columns = [user.userId, nameOfRole(user.role), user.deliveryEmail, user.fullName, traits.join(', ')];
      print(columns.join('\t').trimEnd());
    }
  },
});

/** A change of an account: the fields of the request, the rest of the sentence that reports the success, and further lines. */
interface UserChange {
  readonly fields: Omit<FieldsOf<ChangeUserAsOperator>, 'realmId' | 'email'>;
  readonly outcome: string;
  readonly lines?: readonly string[];
}

/** A command that changes one account. `changeOf` reads and checks the options before the change. */
const userCommand = <const Definitions extends Command['options']>(
  name: string,
  summary: string,
  own: Definitions,
  changeOf: (options: Options<Definitions>) => UserChange,
): Command =>
  realmCommand({
    name,
    summary,
    options: { ...EMAIL_OPTION, ...own },
    async run({ realmId }, operator, options, print) {
      const { fields, outcome, lines = [] } = changeOf(options as Options<Definitions>);
      const { email } = options as Options<typeof EMAIL_OPTION>;
      const { userId } = await operator.request(ChangeUserAsOperator, { realmId, email, ...fields }, realmId);
      for (const line of [`User ${userId} <${email}> ${outcome}`, ...lines]) print(line);
    },
  });

function yesOrNo(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== 'yes' && text !== 'no') throw new CommandError(`--${name} is yes or no.`);
  return text === 'yes';
}

const activity = (isActive: boolean) => ({
  fields: { isActive },
  outcome: isActive ? 'is active.' : 'is deactivated.',
});

export const userCommands = [
  createUser,
  listUsers,
  userCommand(
    'change-role',
    'give an account another role',
    { role: { type: 'string', help: ROLE_NAMES, isRequired: true } },
    ({ role }) => ({ fields: { role: chosen('role', role, ROLES) }, outcome: `is ${role} now.` }),
  ),
  userCommand(
    'change-rights',
    'give an account rights beside its role, or take them',
    {
      'create-users': { type: 'string', help: 'yes or no: an administrator may make accounts over the API' },
      billing: { type: 'string', help: 'yes or no: is a billing administrator' },
    },
    (options) => {
      const canCreateUsers = yesOrNo('create-users', options['create-users']);
      const isBillingAdmin = yesOrNo('billing', options.billing);
      if (canCreateUsers === undefined && isBillingAdmin === undefined) {
        throw new CommandError('Give --create-users, --billing, or both.');
      }
      const fields = {
        ...(canCreateUsers !== undefined && { canCreateUsers }),
        ...(isBillingAdmin !== undefined && { isBillingAdmin }),
      };
      return { fields, outcome: 'has other rights now.' };
    },
  ),
  userCommand('reset-password', 'give an account another password; its API key stays', PASSWORD_OPTION, (options) => {
    const { password, lines } = passwordOf(options.password);
    return { fields: { password }, outcome: 'has another password.', lines };
  }),
  userCommand('deactivate-user', 'end an account; its API key is refused at once', {}, () => activity(false)),
  userCommand('reactivate-user', 'let an account in again', {}, () => activity(true)),
];
