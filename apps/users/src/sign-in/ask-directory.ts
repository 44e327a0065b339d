import { Client, type Entry, InvalidCredentialsError, InvalidDNSyntaxError, NoSuchObjectError } from 'ldapts';
import { escapeDnValue, escapeFilterValue, fillIn } from './directory-names.js';
import type { DirectorySettings } from './directory-settings.js';

/** What the directory says of a person. */
export interface DirectoryPerson {
  /** Names the entry. */
  readonly subject: string;
  readonly email: string;
  readonly fullName: string;
}

const TIMEOUT_MS = 5_000;

/**
 * Asks the directory who this is, by a connection of its own. Undefined when the name or the password is not theirs. Rejects
 * when the directory cannot be asked, or its certificate is not to be trusted.
 */
export async function askDirectory(
  settings: DirectorySettings,
  username: string,
  password: string,
): Promise<DirectoryPerson | undefined> {
  // Without a password a directory binds anybody, as nobody (RFC 4513, 5.1.2).
  if (password === '' || username === '') return undefined;
  const tlsOptions = settings.ca === undefined ? {} : { ca: settings.ca };
  const client = new Client({
    url: settings.url,
    timeout: TIMEOUT_MS,
    connectTimeout: TIMEOUT_MS,
    ...(settings.url.startsWith('ldaps:') && { tlsOptions }),
  });
  try {
    if (settings.startTls) await client.startTLS({ ...tlsOptions, servername: new URL(settings.url).hostname });
    const name = nameInDirectory(username, settings.appendDomain);
    const dn = await findDn(client, settings, name);
    if (dn === undefined || !(await isBound(client, dn, password))) return undefined;
    return await readPerson(client, settings, dn, name);
  } finally {
    await client.unbind().catch(() => {});
  }
}

function nameInDirectory(username: string, appendDomain: string): string {
  const suffix = `@${appendDomain.toLowerCase()}`;
  const hasSuffix = appendDomain !== '' && username.toLowerCase().endsWith(suffix);
  return hasSuffix ? username.slice(0, -suffix.length) : username;
}

async function findDn(client: Client, settings: DirectorySettings, name: string): Promise<string | undefined> {
  const { search, dnTemplate } = settings;
  if (search === null) return fillIn(dnTemplate, escapeDnValue(name));
  if (search.bindDn !== '') await client.bind(search.bindDn, search.bindPassword);
  const { searchEntries } = await client.search(search.base, {
    scope: 'sub',
    filter: fillIn(search.filter, escapeFilterValue(name)),
    attributes: ['1.1'],
    sizeLimit: 2,
  });
  // Of two nobody can say whose password it is.
  return searchEntries.length === 1 ? searchEntries[0]?.dn : undefined;
}

async function isBound(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    const isRefusal =
      error instanceof InvalidCredentialsError ||
      error instanceof NoSuchObjectError ||
      error instanceof InvalidDNSyntaxError;
    if (isRefusal) return false;
    throw error;
  }
}

/** Read as the person, who may always see what is asked for here; else as whoever searched. */
async function readPerson(
  client: Client,
  settings: DirectorySettings,
  dn: string,
  name: string,
): Promise<DirectoryPerson | undefined> {
  const { emailAttribute, fullNameAttribute, idAttribute, appendDomain } = settings;
  const attributes = [emailAttribute, fullNameAttribute, idAttribute];
  const { searchEntries } = await client.search(dn, { scope: 'base', attributes });
  const [entry] = searchEntries;
  if (entry === undefined) return undefined;
  const email = firstValue(entry, emailAttribute) ?? (appendDomain === '' ? name : `${name}@${appendDomain}`);
  return {
    subject: firstValue(entry, idAttribute) ?? entry.dn,
    email,
    fullName: firstValue(entry, fullNameAttribute) ?? name,
  };
}

/** The first value; attribute names know no letter case. */
function firstValue(entry: Entry, attribute: string): string | undefined {
  const found = Object.entries(entry).find(([name]) => name.toLowerCase() === attribute.toLowerCase());
  const [first] = [found?.[1] ?? []].flat();
  const text = Buffer.isBuffer(first) ? first.toString('hex') : first;
  return text === undefined || text === '' ? undefined : text;
}
