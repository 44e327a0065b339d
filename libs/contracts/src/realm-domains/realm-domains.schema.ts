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

export class RealmDomainList {
  @ListOf(RealmDomain) domains!: readonly RealmDomain[];
}

/** A domain in a request. The kit trims it and converts it to lower case. */
const domainName = (options: TextOptions = {}) =>
  mapped(text({ max: 80, ...options }), (name) => name.trim().toLowerCase(), text().problemOf);

export class NewRealmDomain extends PickType(RealmDomain, ['allowSubdomains']) {
  @Field(domainName({ controlCharacters: 'refused' })) domain!: string;
}

export class RealmDomainChange extends PickType(RealmDomain, ['allowSubdomains']) {
  @Field(domainName()) domain!: string;
}
