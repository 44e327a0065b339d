import { CLIENT_PATH } from './page-paths.js';

/** The page after a sign-in without another destination. */
export const HOME_PATH = CLIENT_PATH;

const BASE = 'http://own.invalid';
const MAX_LENGTH = 2_000;

/** The destination if it is a path of this origin, else the home page: a link to the sign-in must not lead to another server. */
export function ownPath(destination: string): string {
  if (!destination.startsWith('/') || destination.length > MAX_LENGTH || !URL.canParse(destination, BASE))
    return HOME_PATH;
  const { origin, pathname, search, hash } = new URL(destination, BASE);
  // A browser reads `//host` as another server; `/.//host` becomes such a path.
  return origin !== BASE || pathname.startsWith('//') ? HOME_PATH : pathname + search + hash;
}
