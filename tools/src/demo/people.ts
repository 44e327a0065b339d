/** Somebody of the demo organization, before there is an account. */
export interface Person {
  fullName: string;
  /** Local part of the email address. */
  address: string;
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  role: 100 | 200 | 300 | 400 | 600;
  canCreateUsers?: boolean;
  /** Present for bots. */
  owner?: PersonKey;
}

export const EMAIL_DOMAIN = 'fernwood.example';
export const ORGANIZATION_NAME = 'Fernwood Cycles';

/** A small maker of cargo bikes with a web shop and a fleet of rental bikes. */
export const PEOPLE = {
  nora: { fullName: 'Nora Lindqvist', address: 'nora', role: 100, canCreateUsers: true },
  tomas: { fullName: 'Tomás Herrera', address: 'tomas', role: 200, canCreateUsers: true },
  priya: { fullName: 'Priya Raman', address: 'priya', role: 300 },
  jonas: { fullName: 'Jonas Weber', address: 'jonas', role: 400 },
  amara: { fullName: 'Amara Okafor', address: 'amara', role: 400 },
  mei: { fullName: 'Mei Tanaka', address: 'mei', role: 400 },
  lucas: { fullName: 'Lucas Dubois', address: 'lucas', role: 400 },
  salma: { fullName: 'Salma Haddad', address: 'salma', role: 400 },
  oskar: { fullName: 'Oskar Nowak', address: 'oskar', role: 400 },
  hannah: { fullName: 'Hannah Cole', address: 'hannah', role: 400 },
  ravi: { fullName: 'Ravi Menon', address: 'ravi', role: 600 },
  bot: { fullName: 'Build Bot', address: 'build-bot', role: 400, owner: 'jonas' },
} as const satisfies Record<string, Omit<Person, 'owner'> & { owner?: string }>;

export type PersonKey = keyof typeof PEOPLE;

/** Everybody, owner first, bots last. */
export const PERSON_KEYS = Object.keys(PEOPLE) as PersonKey[];

export function personOf(key: PersonKey): Person {
  return PEOPLE[key];
}

/** Everybody who is no bot. */
export function humans(): PersonKey[] {
  return PERSON_KEYS.filter((key) => personOf(key).owner === undefined);
}
