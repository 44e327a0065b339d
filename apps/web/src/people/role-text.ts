import type { TextKey } from '../languages/index.js';

/** The roles that readers should know. */
const ROLES: Readonly<Partial<Record<number, TextKey>>> = {
  100: 'role.owner',
  200: 'role.administrator',
  300: 'role.moderator',
  600: 'role.guest',
};

interface Account {
  readonly role: number;
  readonly is_bot: boolean;
}

/** The word next to the name of an account; members have none. */
export const roleText = ({ role, is_bot: isBot }: Account): TextKey | undefined =>
  isBot ? 'message.bot' : ROLES[role];
