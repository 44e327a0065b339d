import { isFullMember } from '@chat/auth';
import {
  type ApiError,
  badRequest,
  isAdministrator,
  isGuest,
  isModerator,
  type Principal,
  StreamPostPolicy,
} from '@chat/contracts';

type Writer = Pick<Principal, 'role' | 'joinedAtSeconds'>;

/** The error of a stream's post policy for the writer; undefined if the writer may post. */
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

/** Client programs in which a person reads the sent message. Source: public behaviour of the reference server, 7.0. */
const CLIENTS_OF_PEOPLE = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'snipe',
  'website',
  'ios',
  'android',
]);

/** Whether a message from this client counts as read by its sender. A message from a program with a user's key does not. */
export function isSentByPerson(clientName: string): boolean {
  const name = clientName.toLowerCase();
  return CLIENTS_OF_PEOPLE.has(name) || name.includes('desktop app');
}
