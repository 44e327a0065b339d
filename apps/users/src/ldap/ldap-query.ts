import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setting } from '@chat/configuration';
import { type Claims, claimNames } from '@chat/contracts';
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

export type LdapSettings = NonNullable<ReturnType<typeof readLdapSettings>>;

/** Returns undefined if LDAP_URL is not set. The environment describes either a search or a template of distinguished names. */
export function readLdapSettings() {
  const url = setting('LDAP_URL');
  if (url === '') return undefined;
  const dnTemplate = setting('LDAP_USER_DN_TEMPLATE');
  const caFile = setting('LDAP_CA_FILE');
  return {
    url,
    startTls: setting('LDAP_START_TLS'),
    /** PEM; undefined: the authorities that the system trusts. */
    ca: caFile === '' ? undefined : readFileSync(caFile, 'utf8'),
    search: dnTemplate === '' ? readSearch() : null,
    dnTemplate,
    emailAttribute: setting('LDAP_EMAIL_ATTRIBUTE'),
    fullNameAttribute: setting('LDAP_FULL_NAME_ATTRIBUTE'),
    idAttribute: setting('LDAP_ID_ATTRIBUTE'),
    appendDomain: setting('LDAP_APPEND_DOMAIN'),
    /** Parts of an account that attributes fill. */
    sync: setting('LDAP_SYNC'),
  };
}

const readSearch = () => ({
  bindDn: setting('LDAP_BIND_DN'),
  bindPassword: setting('LDAP_BIND_PASSWORD'),
  base: setting('LDAP_USER_BASE'),
  filter: setting('LDAP_USER_FILTER'),
});

export interface LdapPerson {
  /** Permanent identifier of the entry. */
  readonly subject: string;
  readonly dn: string;
  readonly email: string;
  readonly fullName: string;
  /** Texts of the attributes that `sync` reads. */
  readonly claims: Claims;
}

/** An entry as a search finds it, without a password. Undefined fields are hidden from the searching account. */
export interface LdapEntry {
  readonly dn: string;
  readonly subject: string | undefined;
  readonly email: string | undefined;
  readonly fullName: string | undefined;
  readonly claims: Claims;
}

const TIMEOUT_MS = 5_000;

/** Errors that concern the person and the password; other errors concern the LDAP server. */
const REJECTIONS = [
  InvalidCredentialsError,
  NoSuchObjectError,
  InvalidDNSyntaxError,
  // The entry has no password, or some servers' word for a locked or disabled account.
  InappropriateAuthError,
  UnwillingToPerformError,
  ConstraintViolationError,
];

/**
 * Looks up one name on its own connection, then tries passwords. Every method rejects if the LDAP server does not respond or its
 * certificate is not trusted. Call `close` at the end.
 */
export class LdapQuery {
  /** Undefined if no entry has the name. With a template the entry may not exist: only a password shows that. */
  entry: LdapEntry | undefined;

  private constructor(
    private readonly settings: LdapSettings,
    private readonly client: Client,
    private readonly name: string,
  ) {}

  static async begin(settings: LdapSettings, username: string): Promise<LdapQuery> {
    const client = clientOf(settings);
    const query = new LdapQuery(settings, client, withoutDomain(username, settings.appendDomain));
    try {
      await prepareClient(client, settings);
      query.entry = await query.find();
      return query;
    } catch (error) {
      await query.close();
      throw error;
    }
  }

  /** Returns undefined if the password is wrong. */
  async authenticate(password: string): Promise<LdapPerson | undefined> {
    // Without a password an LDAP server binds any name anonymously (RFC 4513, 5.1.2).
    if (password === '' || this.name === '') return undefined;
    // Unknown names also cause a bind, so that the response time does not reveal them.
    const dn = this.entry?.dn ?? `cn=${randomUUID()},${this.settings.search?.base}`;
    if (!(await this.isBound(dn, password)) || this.entry === undefined) return undefined;
    return this.readPerson(dn);
  }

  async close(): Promise<void> {
    await this.client.unbind().catch(() => {});
  }

  private async find(): Promise<LdapEntry | undefined> {
    const { search, dnTemplate } = this.settings;
    if (this.name === '') return undefined;
    if (search === null) {
      const dn = fillIn(dnTemplate, escapeDnValue(this.name));
      return { dn, subject: undefined, email: undefined, fullName: undefined, claims: {} };
    }
    if (search.bindDn !== '') await this.client.bind(search.bindDn, search.bindPassword);
    const [entry, another] = await this.client
      .search(search.base, {
        scope: 'sub',
        filter: fillIn(search.filter, escapeFilterValue(this.name)),
        attributes: attributesOf(this.settings),
        sizeLimit: 2,
      })
      .then(({ searchEntries }) => searchEntries, noneIfTooMany);
    // An ambiguous name belongs to no entry.
    if (entry === undefined || another !== undefined) return undefined;
    return entryIn(entry, this.settings);
  }

  private async isBound(dn: string, password: string): Promise<boolean> {
    try {
      await this.client.bind(dn, password);
      return true;
    } catch (error) {
      if (REJECTIONS.some((rejection) => error instanceof rejection)) return false;
      throw error;
    }
  }

  /** Reads the entry as the person, too: people may always see these attributes. */
  private async readPerson(dn: string): Promise<LdapPerson | undefined> {
    const attributes = attributesOf(this.settings);
    const [found] = (await this.client.search(dn, { scope: 'base', attributes })).searchEntries;
    if (found === undefined) return undefined;
    const { appendDomain } = this.settings;
    const ownName = appendDomain === '' ? this.name : `${this.name}@${appendDomain}`;
    const { subject = found.dn, email = ownName, fullName = this.name, claims } = entryIn(found, this.settings);
    // The searching account may see attributes that are hidden from the person.
    return { subject, dn, email, fullName, claims: { ...this.entry?.claims, ...claims } };
  }
}

/** A client that has not connected yet. */
export function clientOf({ url, ca }: LdapSettings): Client {
  const tlsOptions = tlsOptionsOf(ca);
  return new Client({
    url,
    timeout: TIMEOUT_MS,
    connectTimeout: TIMEOUT_MS,
    ...(url.startsWith('ldaps:') && { tlsOptions }),
  });
}

/** Encrypts the connection if the settings say so. */
export async function prepareClient(client: Client, { startTls, url, ca }: LdapSettings): Promise<void> {
  if (startTls) await client.startTLS({ ...tlsOptionsOf(ca), servername: new URL(url).hostname });
}

const tlsOptionsOf = (ca: string | undefined) => (ca === undefined ? {} : { ca });

/** The attributes of an entry that have a use. */
export function attributesOf({ emailAttribute, fullNameAttribute, idAttribute, sync }: LdapSettings): string[] {
  return [...new Set([emailAttribute, fullNameAttribute, idAttribute, ...claimNames(sync)])];
}

export function entryIn(entry: Entry, settings: LdapSettings): LdapEntry {
  const claims = claimNames(settings.sync).map((name) => [name, textsIn(entry, name)] as const);
  return {
    dn: entry.dn,
    subject: firstValue(entry, settings.idAttribute),
    email: firstValue(entry, settings.emailAttribute),
    fullName: firstValue(entry, settings.fullNameAttribute),
    claims: Object.fromEntries(claims.filter(([, texts]) => texts.length > 0)),
  };
}

function noneIfTooMany(error: unknown): Entry[] {
  if (error instanceof SizeLimitExceededError) return [];
  throw error;
}

function withoutDomain(username: string, appendDomain: string): string {
  const suffix = `@${appendDomain.toLowerCase()}`;
  const hasSuffix = appendDomain !== '' && username.toLowerCase().endsWith(suffix);
  return hasSuffix ? username.slice(0, -suffix.length) : username;
}

/** The values of an attribute. Names of attributes ignore letter case. */
function valuesIn(entry: Entry, attribute: string): readonly (Buffer | string)[] {
  const found = Object.entries(entry).find(([name]) => name.toLowerCase() === attribute.toLowerCase());
  return [found?.[1] ?? []].flat();
}

function firstValue(entry: Entry, attribute: string): string | undefined {
  const [first] = valuesIn(entry, attribute);
  const text = Buffer.isBuffer(first) ? first.toString('hex') : first;
  return text === '' ? undefined : text;
}

const textsIn = (entry: Entry, attribute: string): string[] =>
  valuesIn(entry, attribute).filter((value): value is string => typeof value === 'string');

/** Escapes a value inside an LDAP filter (RFC 4515, 3). */
export const escapeFilterValue = (value: string): string =>
  value.replace(/[\\*()\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Escapes a value inside a distinguished name (RFC 4514, 2.4). */
export const escapeDnValue = (value: string): string =>
  value
    .replace(/[\\"+,;<=>\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replace(/^[ #]| $/g, (character) => `\\${character.charCodeAt(0).toString(16)}`);

/** Replaces every `%(user)s` by the name. Uses a function, since a name may contain `$&`. */
export const fillIn = (pattern: string, name: string): string => pattern.replaceAll('%(user)s', () => name);
