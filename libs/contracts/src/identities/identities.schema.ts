import { ListOf, Text, Timestamp } from '../kit/fields.js';

/** An account at an identity provider by which the user signs in. */
export class Identity {
  @Text({ description: '`oidc:<id>` or `saml:<id>`.' }) provider!: string;
  @Text({ description: 'Identifies the person at the provider.' }) subject!: string;
  @Timestamp({ description: 'The first sign-in with it.' }) linkedAt!: number;
}

/** Response of `GET /users/{user_id}/identities`: at most one of each provider. */
export class IdentityList {
  @ListOf(Identity) identities!: readonly Identity[];
}
