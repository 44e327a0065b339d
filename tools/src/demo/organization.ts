import { readFileSync } from 'node:fs';
import type { Bot, Wire } from '@chat/contracts';

export const EMAIL_DOMAIN = 'fernwood.example';
export const ORGANIZATION_NAME = 'Fernwood Cycles';

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

/** A small maker of cargo bikes with a web shop and a fleet of rental bikes. The owner is first, bots are last. */
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
export const PERSON_KEYS = Object.keys(PEOPLE) as PersonKey[];

interface DemoStream {
  name: string;
  description: string;
  isPrivate: boolean;
  members: PersonKey[];
}

/** A message of a conversation, and the people that react to it, by emoji. */
export type DemoMessage = readonly [
  author: PersonKey,
  text: string,
  reactions?: Readonly<Record<string, readonly PersonKey[]>>,
];

export type Conversation =
  | { stream: string; topic: string; messages: readonly DemoMessage[] }
  | { between: readonly PersonKey[]; messages: readonly DemoMessage[] };

const DATA_FILE = new URL('../../data/demo-organization.json', import.meta.url);
export const { streams: STREAMS, conversations: CONVERSATIONS } = JSON.parse(readFileSync(DATA_FILE, 'utf8')) as {
  streams: readonly DemoStream[];
  conversations: readonly Conversation[];
};

/** An account of the demo organization as `.local/demo.json` lists it. */
export interface DemoUser {
  user_id: number;
  email: string;
  password: string;
  api_key: string;
  role: Person['role'];
  full_name: string;
  is_bot: boolean;
  bot_owner_id?: number;
}

/** A webhook bot of the demo organization, as its owner sees it. The fields of an account have the names as in `users`. */
export type DemoBot = Wire<Bot>;

/** Content of `.local/demo.json`. */
export interface DemoOrganization {
  base_url: string;
  users: DemoUser[];
  bots: DemoBot[];
}
