import type { Language } from './languages.js';

export interface PageRealm {
  readonly name: string;
  readonly description: string;
  /** Path of an uploaded icon. Pages load no generated one, because it comes from another server. */
  readonly iconUrl?: string | undefined;
  /** Whether browsers make passkeys for the address of the realm. */
  readonly hasPasskeys?: boolean;
}

/** Everything that a page needs besides its own data. */
export interface PageView {
  readonly language: Language;
  /** Undefined on the page of an error that came before the realm was read. */
  readonly realm: PageRealm | undefined;
  /** Value of the hidden field of every form. */
  readonly csrfToken: string;
}
