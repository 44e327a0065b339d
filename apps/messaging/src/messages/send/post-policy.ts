import { isFullMember } from '@chat/auth';
import { type ApiError, badRequest, isAdministrator, isGuest, isModerator, type Role } from '@chat/contracts';

/** Who may write in a stream. Source: API contract, `stream_post_policy`. */
export const PostPolicy = { Everyone: 1, Administrators: 2, FullMembers: 3, Moderators: 4 } as const;

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
  if (isAdministrator(writer.role) || policy === PostPolicy.Everyone) return undefined;
  if (policy === PostPolicy.Administrators) {
    return badRequest('Only organization administrators can send to this stream.');
  }
  if (policy === PostPolicy.Moderators && !isModerator(writer.role)) {
    return badRequest('Only organization administrators and moderators can send to this stream.');
  }
  if (isGuest(writer.role)) return badRequest('Guests cannot send to this stream.');
  if (policy === PostPolicy.FullMembers && !isFullMember(writer, waitingPeriodDays, nowSeconds)) {
    return badRequest('New members cannot send to this stream.');
  }
  return undefined;
}
