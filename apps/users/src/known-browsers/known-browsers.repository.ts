import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';

/** Browsers of one user. One more replaces the one without a sign-in for the longest time. */
export const MAX_KNOWN_BROWSERS = 50;

@Injectable()
export class KnownBrowsersRepository {
  /** Returns whether the user has not signed in there before. A repository cannot tell an insert from an update. */
  async note(tx: Transaction, userId: number, browserHash: Buffer): Promise<boolean> {
    const [noted] = await tx.query<{ isNew: boolean }>(
      `INSERT INTO known_browsers (user_id, browser_hash) VALUES ($1, $2)
       ON CONFLICT (user_id, browser_hash) DO UPDATE SET seen_at = now() RETURNING xmax = 0 AS "isNew"`,
      [userId, browserHash],
    );
    await tx.query(
      `DELETE FROM known_browsers WHERE user_id = $1 AND browser_hash IN
         (SELECT browser_hash FROM known_browsers WHERE user_id = $1 ORDER BY seen_at DESC OFFSET $2)`,
      [userId, MAX_KNOWN_BROWSERS],
    );
    return noted?.isNew === true;
  }
}
