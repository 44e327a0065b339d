import type { Conversation } from '../conversation.js';
import { builds } from './builds.js';
import { design } from './design.js';
import { engineering } from './engineering.js';
import { general } from './general.js';
import { operations } from './operations.js';
import { people } from './people.js';
import { standUp } from './stand-up.js';

/** Everything that is said in the demo organization. */
export const CONVERSATIONS: readonly Conversation[] = [
  ...general,
  ...engineering,
  ...standUp,
  ...operations,
  ...design,
  ...people,
  ...builds,
];
