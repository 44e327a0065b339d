import { Role } from '@chat/contracts';
import { CommandError } from './command.js';

const NAMES: Readonly<Record<string, Role>> = {
  owner: Role.Owner,
  administrator: Role.Administrator,
  moderator: Role.Moderator,
  member: Role.Member,
  guest: Role.Guest,
};

export const ROLE_NAMES = Object.keys(NAMES).join(', ');

export function roleNamed(name: string): Role {
  const role = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  if (role === undefined) throw new CommandError(`--role is one of: ${ROLE_NAMES}`);
  return role;
}

export const nameOfRole = (role: Role): string =>
  Object.entries(NAMES).find(([, value]) => value === role)?.[0] ?? String(role);
