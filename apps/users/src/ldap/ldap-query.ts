import { randomUUID } from 'node:crypto';
import {
  Client,
  ConstraintViolationError,
  type Entry,
  InappropriateAuthError,
  InvalidCredentialsError,
  InvalidDNSyntaxError,
  NoSuchObjectError,
  SizeLimitExceededError,
  UnwillingToPerformError,
} from 'ldapts';
import { escapeDnValue, escapeFilterValue, fillIn } from './ldap-names.js';
import type { LdapSettings } from './ldap-settings.js';

/** What the directory says of a person. */
export interface LdapPerson {
  /** Names the entry. */
  readonly subject: string;
  readonly dn: string;
  readonly email: string;
  readonly fullName: string;
}

/** Whose entry a name means, before a password was tried. */
export interface LdapEntry {
  readonly dn: string;
  /** As far as whoever searches may see it. */
  readonly subject: string | undefined;
  readonly email: string | undefined;
}

const TIMEOUT_MS = 5_000;

/** What a directory says of a person and a password; anything else is said of the directory. */
const REFUSALS = [
  InvalidCredentialsError,
  NoSuchObjectError,
  InvalidDNSyntaxError,
  // No password that could be tried; locked or disabled, in the words of some.
  InappropriateAuthError,
  UnwillingToPerformError,
  ConstraintViolationError,
];

/**
 * One question to the directory, by a connection of its own: who has this name, then whether a password is theirs. Everything
 * rejects when the directory cannot be asked, or its certificate is not to be trusted. Ends with `close`.
 */
export class LdapQuery {
  private entryFound: LdapEntry | undefined;

  private constructor(
    private readonly settings: LdapSettings,
    private readonly client: Client,
    private readonly name: string,
  ) {}

  static async begin(settings: LdapSettings, username: string): Promise<LdapQuery> {
    const tlsOptions = settings.ca === undefined ? {} : { ca: settings.ca };
    const client = new Client({
      url: settings.url,
      timeout: TIMEOUT_MS,
      connectTimeout: TIMEOUT_MS,
      ...(settings.url.startsWith('ldaps:') && { tlsOptions }),
    });
    const question = new LdapQuery(settings, client, nameInDirectory(username, settings.appendDomain));
    try {
      if (settings.startTls) await client.startTLS({ ...tlsOptions, servername: new URL(settings.url).hostname });
      question.entryFound = await question.find();
      return question;
    } catch (error) {
      await question.close();
      throw error;
    }
  }

  /** Undefined when nobody has this name. With a template the entry may or may not be there: only a password tells. */
  get entry(): LdapEntry | undefined {
    return this.entryFound;
  }

  /** Undefined when the password is not theirs. */
  async ask(password: string): Promise<LdapPerson | undefined> {
    // Without a password a directory binds anybody, as nobody (RFC 4513, 5.1.2).
    if (password === '' || this.name === '') return undefined;
    // Who is not there is asked for all the same, so that the time of the answer does not tell.
    const dn = this.entryFound?.dn ?? `cn=${randomUUID()},${this.settings.search?.base}`;
    if (!(await this.isBound(dn, password)) || this.entryFound === undefined) return undefined;
    return this.readPerson(dn);
  }

  async close(): Promise<void> {
    await this.client.unbind().catch(() => {});
  }

  private async find(): Promise<LdapEntry | undefined> {
    const { search, dnTemplate, emailAttribute, idAttribute } = this.settings;
    if (this.name === '') return undefined;
    if (search === null) {
      return { dn: fillIn(dnTemplate, escapeDnValue(this.name)), subject: undefined, email: undefined };
    }
    if (search.bindDn !== '') await this.client.bind(search.bindDn, search.bindPassword);
    const [entry, another] = await this.client
      .search(search.base, {
        scope: 'sub',
        filter: fillIn(search.filter, escapeFilterValue(this.name)),
        attributes: [emailAttribute, idAttribute],
        sizeLimit: 2,
      })
      .then(({ searchEntries }) => searchEntries, noneIfTooMany);
    // Of two nobody can say whose password it is.
    if (entry === undefined || another !== undefined) return undefined;
    return { dn: entry.dn, subject: firstValue(entry, idAttribute), email: firstValue(entry, emailAttribute) };
  }

  private async isBound(dn: string, password: string): Promise<boolean> {
    try {
      await this.client.bind(dn, password);
      return true;
    } catch (error) {
      if (REFUSALS.some((refusal) => error instanceof refusal)) return false;
      throw error;
    }
  }

  /** Read as the person, who may always see what is asked for here. */
  private async readPerson(dn: string): Promise<LdapPerson | undefined> {
    const { emailAttribute, fullNameAttribute, idAttribute, appendDomain } = this.settings;
    const attributes = [emailAttribute, fullNameAttribute, idAttribute];
    const { searchEntries } = await this.client.search(dn, { scope: 'base', attributes });
    const [entry] = searchEntries;
    if (entry === undefined) return undefined;
    const ownName = appendDomain === '' ? this.name : `${this.name}@${appendDomain}`;
    return {
      subject: firstValue(entry, idAttribute) ?? entry.dn,
      dn,
      email: firstValue(entry, emailAttribute) ?? ownName,
      fullName: firstValue(entry, fullNameAttribute) ?? this.name,
    };
  }
}

function noneIfTooMany(error: unknown): Entry[] {
  if (error instanceof SizeLimitExceededError) return [];
  throw error;
}

function nameInDirectory(username: string, appendDomain: string): string {
  const suffix = `@${appendDomain.toLowerCase()}`;
  const hasSuffix = appendDomain !== '' && username.toLowerCase().endsWith(suffix);
  return hasSuffix ? username.slice(0, -suffix.length) : username;
}

/** The first value; attribute names know no letter case. */
function firstValue(entry: Entry, attribute: string): string | undefined {
  const found = Object.entries(entry).find(([name]) => name.toLowerCase() === attribute.toLowerCase());
  const [first] = [found?.[1] ?? []].flat();
  const text = Buffer.isBuffer(first) ? first.toString('hex') : first;
  return text === undefined || text === '' ? undefined : text;
}
