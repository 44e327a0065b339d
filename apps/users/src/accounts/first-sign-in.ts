import { type Database, sqlState, type Transaction, UNIQUE_VIOLATION } from '@chat/persistence';

const MAX_ATTEMPTS = 3;

/**
 * Runs a sign-in that may make the account, in a transaction. Of two simultaneous first sign-ins one makes the account; the other is repeated
 * and finds it.
 */
export async function signInOrMake<Result>(
  database: Database,
  signIn: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(signIn);
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
