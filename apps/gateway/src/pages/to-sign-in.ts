import type { FileResponse } from '../http/index.js';
import { ACCOUNT_PATH, SIGN_IN_PATH } from '../pages/page-paths.js';
import { redirect } from '../pages/page-response.js';

/** For the account page without a session. */
export const toSignIn = (): FileResponse => redirect(`${SIGN_IN_PATH}?next=${encodeURIComponent(ACCOUNT_PATH)}`);
