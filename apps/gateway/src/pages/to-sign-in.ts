import type { FileResponse } from '../http/index.js';
import { ACCOUNT_PATH, SIGN_IN_PATH } from './page-paths.js';
import { redirect } from './page-response.js';

/** For a page of the account without a session. After the sign-in the browser returns to the page. */
export const toSignIn = (path = ACCOUNT_PATH): FileResponse =>
  redirect(`${SIGN_IN_PATH}?next=${encodeURIComponent(path)}`);
