import type { BrowserResponse } from '../support/browser.js';

/** A shorter text would be found by chance. */
const MIN_LENGTH = 9;

/** Secrets that a test has used, and the texts that people saw after the use. */
export class SecretRecord {
  /** Texts that no secret may be in: pages, errors and addresses after the use of a secret. */
  readonly afterUse: string[] = [];
  /** Names by secrets. */
  private readonly names = new Map<string, string>();

  get count(): number {
    return this.names.size;
  }

  /** Notes a secret and returns it. Throws if there is none: then a test would search for nothing. */
  add(name: string, secret: string | undefined): string {
    if (secret === undefined || secret.length < MIN_LENGTH) throw new Error(`There is no ${name}.`);
    this.names.set(secret, name);
    return secret;
  }

  /** Notes page and address that a browser has after a secret was used or refused. A refused one may remain in the address. */
  used({ path, status, location = '', text }: BrowserResponse): void {
    const address = status < 300 ? path : location;
    this.afterUse.push(`${status} ${address} ${text}`);
  }

  /** Names of the secrets in the texts: as they are, in an address, or as hexadecimal digits of bytes. */
  foundIn(texts: readonly string[]): string[] {
    const isIn = (secret: string) => {
      const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex')];
      return texts.some((text) => forms.some((form) => text.includes(form)));
    };
    return [...this.names].filter(([secret]) => isIn(secret)).map(([, name]) => name);
  }
}
