import { badRequest, isLink } from '@chat/contracts';

const USERNAME = '%(username)s';

/** Throws unless the pattern is a link with exactly one placeholder of the user name. */
export function checkUrlPattern(pattern: unknown, name: string): void {
  if (typeof pattern !== 'string' || pattern.split(USERNAME).length !== 2) {
    throw badRequest(`URL pattern must contain '${USERNAME}'.`);
  }
  if (!isLink(pattern.replace(USERNAME, 'username'))) throw badRequest(`${name} is not a URL`);
}
