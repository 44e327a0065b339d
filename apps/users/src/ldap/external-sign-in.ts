import type { RealmRecord } from '@chat/contracts';
import type { RequestContext } from '@chat/redis-rpc';
import type { AccountRow } from '../accounts/account.row.js';

/** Signing in by somebody else's directory of people (LDAP). */
export abstract class ExternalSignIn {
  abstract readonly isConfigured: boolean;

  /** Whom the directory knows by this name. Never rejects; whoever asks ends it with `close`. `cause` is the request. */
  abstract find(realm: RealmRecord, username: string, cause?: RequestContext): Promise<FoundPerson>;

  /** The account of whoever the directory knows by this name and password; undefined when it knows nobody. */
  async signIn(realm: RealmRecord, username: string, password: string): Promise<AccountRow | undefined> {
    const person = await this.find(realm, username);
    try {
      return await person.signIn(password);
    } finally {
      await person.close();
    }
  }
}

/** Somebody, or nobody, of the directory, whose password has not been tried yet. */
export interface FoundPerson {
  /** Names the entry, whatever name it was found by; undefined when nobody was found. */
  readonly entryKey: string | undefined;
  /** Whose account it is, as far as that can be told before the password is known to be right. */
  readonly account: AccountRow | undefined;
  /**
   * Their account, made at the first sign-in; undefined when the password is not theirs. Rejects when the directory cannot be
   * asked.
   */
  signIn(password: string): Promise<AccountRow | undefined>;
  /** Never rejects. */
  close(): Promise<void>;
}

const NOBODY: FoundPerson = {
  entryKey: undefined,
  account: undefined,
  signIn: async () => undefined,
  close: async () => {},
};

/** No directory is configured. */
export class NoExternalSignIn extends ExternalSignIn {
  readonly isConfigured = false;

  async find(): Promise<FoundPerson> {
    return NOBODY;
  }
}
