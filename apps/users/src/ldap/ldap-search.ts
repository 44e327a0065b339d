import { type Client, NoSuchObjectError, SizeLimitExceededError } from 'ldapts';
import {
  attributesOf,
  clientOf,
  entryIn,
  escapeFilterValue,
  fillIn,
  type LdapEntry,
  type LdapSettings,
  prepareClient,
} from './ldap-query.js';

type SearchSettings = LdapSettings & { readonly search: NonNullable<LdapSettings['search']> };

/** Whether the settings describe a search: with a template only the person can read the entry. */
export const canSearch = (settings: LdapSettings): settings is SearchSettings => settings.search !== null;

/** Finds the entries of people without their passwords. Methods reject if the LDAP server does not respond. Call `close` at the end. */
export class LdapSearch {
  private constructor(
    private readonly settings: SearchSettings,
    private readonly client: Client,
  ) {}

  static async begin(settings: SearchSettings): Promise<LdapSearch> {
    const search = new LdapSearch(settings, clientOf(settings));
    try {
      await prepareClient(search.client, settings);
      const { bindDn, bindPassword } = settings.search;
      if (bindDn !== '') await search.client.bind(bindDn, bindPassword);
      return search;
    } catch (error) {
      await search.close();
      throw error;
    }
  }

  /** Whether the search finds anyone. Otherwise its base, its filter or its rights are wrong. */
  findsPeople(): Promise<boolean> {
    return this.exists('(objectClass=*)');
  }

  hasAddress(email: string): Promise<boolean> {
    return this.exists(`(${this.settings.emailAttribute}=${escapeFilterValue(email)})`);
  }

  /** The entry with the folded identifier. An entry without one is identified by its distinguished name. */
  async bySubject(subjectKey: string): Promise<LdapEntry | undefined> {
    if (subjectKey.includes('=')) return this.byName(subjectKey);
    const { idAttribute: id } = this.settings;
    // The identifier of a binary attribute is stored as hexadecimal digits.
    const isHexadecimal = /^(?:[0-9a-f]{2})+$/.test(subjectKey);
    const binary = isHexadecimal ? `(${id}=${subjectKey.replaceAll(/../g, '\\$&')})` : '';
    const [entry] = await this.search(`(&(|(${id}=${escapeFilterValue(subjectKey)})${binary})${this.people})`);
    return entry;
  }

  /** Never rejects. */
  async close(): Promise<void> {
    await this.client.unbind().catch(() => {});
  }

  private async byName(dn: string): Promise<LdapEntry | undefined> {
    try {
      const attributes = attributesOf(this.settings);
      const found = await this.client.search(dn, { scope: 'base', filter: this.people, attributes });
      return found.searchEntries[0] && entryIn(found.searchEntries[0], this.settings);
    } catch (error) {
      if (error instanceof NoSuchObjectError) return undefined;
      throw error;
    }
  }

  private async exists(filter: string): Promise<boolean> {
    try {
      return (await this.search(`(&${filter}${this.people})`, 1)).length > 0;
    } catch (error) {
      if (error instanceof SizeLimitExceededError) return true;
      throw error;
    }
  }

  private async search(filter: string, sizeLimit = 0): Promise<LdapEntry[]> {
    const attributes = attributesOf(this.settings);
    const options = { scope: 'sub', filter, attributes, sizeLimit } as const;
    const { searchEntries } = await this.client.search(this.settings.search.base, options);
    return searchEntries.map((entry) => entryIn(entry, this.settings));
  }

  /** The filter of the sign-in, for every name. */
  private get people(): string {
    return fillIn(this.settings.search.filter, '*');
  }
}
