import { Bool, Field, ListOf, Text } from '../kit/fields.js';
import { PickType } from '../kit/mapped-classes.js';
import { mapped, type TextOptions, text } from '../kit/types/index.js';

/** Per realm. */
export const MAX_REALM_DOMAINS = 200;

/** Users with an address of the domain may join. */
export class RealmDomain {
  /** Lower case. */
  @Text() domain!: string;
  @Bool() allowSubdomains!: boolean;
}

/** Response of `GET /realm/domains`: all domains with addresses that may join. */
export class RealmDomainList {
  @ListOf(RealmDomain) domains!: readonly RealmDomain[];
}

/** A domain in a request. The kit trims it and converts it to lower case. */
const domainName = (options: TextOptions = {}) =>
  mapped(text({ max: 80, ...options }), (name) => name.trim().toLowerCase(), text().problemOf);

/** Parameters of `POST /realm/domains`. Refuses control characters in the domain. */
export class NewRealmDomain extends PickType(RealmDomain, ['allowSubdomains']) {
  @Field(domainName({ controlCharacters: 'refused' })) domain!: string;
}

/** Parameters of `PATCH /realm/domains/{domain}`. The path selects the domain; its name cannot change. */
export class RealmDomainChange extends PickType(RealmDomain, ['allowSubdomains']) {
  @Field(domainName()) domain!: string;
}
