import { isFullMember } from '@chat/auth';
import {
  type ApiError,
  badRequest,
  isAdministrator,
  isGuest,
  isModerator,
  type Role,
  StreamPostPolicy,
} from '@chat/contracts';

interface Writer {
  readonly role: Role;
  readonly joinedAtSeconds: number;
}

/** Why the policy does not let the writer post; undefined when it does. */
export function refusalOfPostPolicy(
  policy: number,
  writer: Writer,
  waitingPeriodDays: number,
  nowSeconds: number,
): ApiError | undefined {
  if (isAdministrator(writer.role) || policy === StreamPostPolicy.Everyone) return undefined;
  if (policy === StreamPostPolicy.Administrators) {
    return badRequest('Only organization administrators can send to this stream.');
  }
  if (policy === StreamPostPolicy.Moderators && !isModerator(writer.role)) {
    return badRequest('Only organization administrators and moderators can send to this stream.');
  }
  if (isGuest(writer.role)) return badRequest('Guests cannot send to this stream.');
  if (policy === StreamPostPolicy.FullMembers && !isFullMember(writer, waitingPeriodDays, nowSeconds)) {
    return badRequest('New members cannot send to this stream.');
  }
  return undefined;
}
