/** Claims of a person: those of the ID token and of the user information together. */
export type Claims = Readonly<Record<string, unknown>>;

/** The person that a provider names, in the form that the users service takes. */
export interface ProvenIdentity {
  readonly subject: string;
  readonly email: string | null;
  readonly emailIsVerified: boolean;
  readonly fullName: string | null;
  readonly providerSessionId?: string;
  readonly claims: Claims;
}

const MAX_SUBJECT_LENGTH = 255;
const MAX_TEXT_LENGTH = 1_000;
const CONTROL_CHARACTER = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Cs}/u;

/** Undefined if the ID token names no usable subject. */
export function identityOf(idToken: Claims, userInfo: Claims): ProvenIdentity | undefined {
  const subject = textOf(idToken['sub'], MAX_SUBJECT_LENGTH);
  if (subject === undefined) return undefined;
  const claims = { ...userInfo, ...idToken };
  const providerSessionId = textOf(idToken['sid'], MAX_SUBJECT_LENGTH);
  return {
    subject,
    ...verifiedEmail(idToken, userInfo),
    fullName: nameIn(claims) ?? null,
    ...(providerSessionId !== undefined && { providerSessionId }),
    claims,
  };
}

/** Address and verification from one document: the other one may name another address. */
function verifiedEmail(idToken: Claims, userInfo: Claims): Pick<ProvenIdentity, 'email' | 'emailIsVerified'> {
  const inIdToken = textOf(idToken['email'], MAX_TEXT_LENGTH);
  const inUserInfo = textOf(userInfo['email'], MAX_TEXT_LENGTH);
  const email = inIdToken ?? inUserInfo;
  if (email === undefined) return { email: null, emailIsVerified: false };
  const sources = [...(inIdToken === email ? [idToken] : []), ...(inUserInfo === email ? [userInfo] : [])];
  const statements = sources.map((source) => source['email_verified']).filter((statement) => statement !== undefined);
  return { email, emailIsVerified: statements.length > 0 && statements.every((statement) => statement === true) };
}

function nameIn(claims: Claims): string | undefined {
  const [name, given, family] = ['name', 'given_name', 'family_name'].map((claim) =>
    textOf(claims[claim], MAX_TEXT_LENGTH),
  );
  return name ?? textOf([given, family].filter((part) => part !== undefined).join(' '), MAX_TEXT_LENGTH);
}

/** A text that other services take: not blank, of at most `max` characters, without control characters and half characters. */
function textOf(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string' || value.length > max || value.trim() === '') return undefined;
  return CONTROL_CHARACTER.test(value) || LONE_SURROGATE.test(value) ? undefined : value;
}
