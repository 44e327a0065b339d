import type { RealmRecord } from '@chat/contracts';
import type { AccountRow } from '../accounts/account.row.js';

/** Signing in by somebody else's directory of people (LDAP). */
export abstract class DirectorySignIn {
  abstract readonly isConfigured: boolean;

  /**
   * The account of whoever the directory knows by this name and password; made at the first sign-in. Undefined when the
   * directory does not know them. Rejects when the directory cannot be asked.
   */
  abstract signIn(realm: RealmRecord, username: string, password: string): Promise<AccountRow | undefined>;
}

/** No directory is configured. */
export class NoDirectory extends DirectorySignIn {
  readonly isConfigured = false;

  async signIn(): Promise<undefined> {
    return undefined;
  }
}
