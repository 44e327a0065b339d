import { randomBytes } from 'node:crypto';
import { type FieldsOf, type IdentitySignInResult, SignInWithIdentity } from '@chat/contracts';
import { REALM_ID, type UsersUnderTest } from './users-under-test.js';

let people = 0;

/** A new person with a verified address. */
export function personAtProvider(more: Partial<FieldsOf<SignInWithIdentity>> = {}): FieldsOf<SignInWithIdentity> {
  const n = ++people;
  return {
    realmId: REALM_ID,
    provider: 'oidc:keycloak',
    subject: `subject ${n}`,
    email: `at-provider-${n}@example.com`,
    emailIsVerified: true,
    fullName: `Pia Provided ${n}`,
    fullNameIsValidated: false,
    claims: {},
    autoSignup: true,
    sync: null,
    target: { kind: 'web', tokenHash: '', clientAddress: '2.2.2.2', userAgent: 'Firefox/140' },
    ...more,
  };
}

/** A sign-in with a new session token. */
export const signInWithIdentity = (
  users: UsersUnderTest,
  person: FieldsOf<SignInWithIdentity>,
): Promise<IdentitySignInResult> => {
  const target = { ...person.target, tokenHash: randomBytes(32).toString('base64url') };
  return users.ask(SignInWithIdentity, { ...person, target });
};
