import { humans, type PersonKey } from './people.js';

/** A stream of the demo organization. */
export interface DemoStream {
  name: string;
  description: string;
  isPrivate: boolean;
  members: PersonKey[];
}

const staff = humans().filter((key) => key !== 'ravi');

export const STREAMS: readonly DemoStream[] = [
  {
    name: 'general',
    description: 'Announcements and everything that concerns all of us.',
    isPrivate: false,
    members: humans(),
  },
  {
    name: 'engineering',
    description: 'The shop, the booking service and the firmware. Incidents go to #**operations**.',
    isPrivate: false,
    members: [...staff, 'ravi', 'bot'],
  },
  {
    name: 'design',
    description: 'Frames, boxes, screens, words.',
    isPrivate: false,
    members: ['nora', 'priya', 'mei', 'lucas', 'hannah'],
  },
  {
    name: 'operations',
    description: 'Workshop, rental fleet, incidents. On call: see the topic *on call*.',
    isPrivate: false,
    members: [...staff, 'bot'],
  },
  {
    name: 'support',
    description: 'What riders ask us, and what we answered.',
    isPrivate: false,
    members: ['tomas', 'priya', 'salma', 'hannah', 'amara'],
  },
  { name: 'social', description: 'Rides, lunch, photos of dogs in cargo boxes.', isPrivate: false, members: staff },
  {
    name: 'builds',
    description: 'What the build server has to say.',
    isPrivate: false,
    members: ['jonas', 'amara', 'oskar', 'lucas', 'bot'],
  },
  { name: 'leadership', description: 'Budget and hiring.', isPrivate: true, members: ['nora', 'tomas', 'priya'] },
  {
    name: 'supplier prices',
    description: 'Confidential: offers and contracts.',
    isPrivate: true,
    members: ['nora', 'tomas', 'oskar', 'salma'],
  },
];
