import type { Transaction } from '@chat/persistence';

/** Browsers of one user. One more replaces the one without a sign-in for the longest time. */
export const MAX_KNOWN_BROWSERS = 50;

/**
 * Raw SQL: every sign-in runs it, and a repository cannot tell an insert from an update. All parts see the rows before it, so the browsers that
 * stay leave room for the new one.
 */
const NOTE = `
  WITH noted AS (
    INSERT INTO known_browsers (user_id, browser_hash) VALUES ($1, $2)
    ON CONFLICT (user_id, browser_hash) DO UPDATE SET seen_at = now() RETURNING xmax = 0 AS is_new
  ), forgotten AS (
    DELETE FROM known_browsers WHERE user_id = $1 AND (SELECT is_new FROM noted) AND browser_hash IN
      (SELECT browser_hash FROM known_browsers WHERE user_id = $1 ORDER BY seen_at DESC OFFSET ${MAX_KNOWN_BROWSERS - 1})
  )
  SELECT is_new AS "isNew" FROM noted`;

/** Returns whether the user has not signed in there before. */
export async function noteBrowser(tx: Transaction, userId: number, browserHash: Buffer): Promise<boolean> {
  const [noted] = await tx.queryPrepared<{ isNew: boolean }>(NOTE, [userId, browserHash]);
  return noted?.isNew === true;
}
