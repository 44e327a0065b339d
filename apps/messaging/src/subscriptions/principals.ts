import { type Account, notAuthorizedFor, type Principal } from '@chat/contracts';
import type { RealmUsers } from '../projections/realm-users.js';

/**
 * The active users that a request names by ids or API emails, each once; by default the actor. Unknown users, deactivated users and system
 * bots get the same error.
 */
export function principalsOf(
  principals: readonly string[] | readonly number[] | undefined,
  actor: Principal,
  users: RealmUsers,
): Account[] {
  const named = principals === undefined || principals.length === 0 ? [actor.userId] : principals;
  const found = new Map<number, Account>();
  for (const principal of named) {
    const user = typeof principal === 'number' ? users.get(principal) : users.getByEmail(principal);
    if (!user?.isActive || user.isSystemBot) throw notAuthorizedFor(principal);
    found.set(user.userId, user);
  }
  return [...found.values()];
}
