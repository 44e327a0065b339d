import { ChangeUserAsOperator } from '@chat/contracts';
import {
  type Command,
  CommandError,
  EMAIL_OPTION,
  type Options,
  optionalTextOf,
  REALM_OPTION,
  textOf,
} from '../command.js';
import { findRealm } from '../operator.js';

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
