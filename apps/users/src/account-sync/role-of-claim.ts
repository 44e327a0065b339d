import { isAdministrator, Role, type RoleSync } from '@chat/contracts';
import { isMissing, mapped, textsOf } from './claim-values.js';

/**
 * The role that a claim gives to a person with the role `current`: the highest one that the map has for its values. Without one, a person
 * with a role above member that the map could give becomes a member: the provider took the role away. A missing claim may be an error of
 * the provider, so owners and administrators keep their roles. Undefined if the claim is unusable.
 */
export function roleOfClaim({ map }: RoleSync, claim: unknown, current: Role): Role | undefined {
  const texts = textsOf(claim);
  if (texts === undefined) return undefined;
  const given = mapped(map, texts);
  if (given.length > 0) return Math.min(...given) as Role;
  if (isMissing(claim) && isAdministrator(current)) return current;
  const isFromProvider = current < Role.Member && Object.values(map).includes(current);
  return isFromProvider ? Role.Member : current;
}
