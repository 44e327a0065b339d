import { Bool, Integer, ListOf, MapOf, Text } from '../kit/fields.js';
import { bool } from '../kit/types/index.js';

/** Part of `GET /server_settings` and of every register response. Clients derive features from the level. */
export class ServerVersion {
  @Text() serviceVersion!: string;
  @Text() serviceMergeBase!: string;
  @Integer() serviceFeatureLevel!: number;
}

/** A way to sign in with a browser, in `GET /server_settings`. The paths belong to the realm’s host. */
export class ExternalAuthenticationMethod {
  @Text({ description: '`oidc:<id>`, `saml:<id>`, or `web`: every way, on the pages of this server.' }) name!: string;
  @Text() displayName!: string;
  @Text({ nullable: true }) displayIcon!: string | null;
  @Text() loginUrl!: string;
  @Text() signupUrl!: string;
}

/** Public data of server and realm, for clients that sign in. */
export class PublicServerSettings extends ServerVersion {
  @MapOf(bool(), { deprecated: true }) authenticationMethods!: Readonly<Record<string, boolean>>;
  @ListOf(ExternalAuthenticationMethod) externalAuthenticationMethods!: readonly ExternalAuthenticationMethod[];
  @Bool() pushNotificationsEnabled!: boolean;
  @Bool() isIncompatible!: boolean;
  @Bool() emailAuthEnabled!: boolean;
  @Bool() requireEmailFormatUsernames!: boolean;
  @Text() realmUri!: string;
  @Text() realmName!: string;
  @Text() realmIcon!: string;
  @Text() realmDescription!: string;
  @Bool() realmWebPublicAccessEnabled!: boolean;
}
