import type { Figure } from './figure.js';
import { getMessages } from './get-messages.js';
import { halfLoadLatency } from './half-load-latency.js';
import { idleLatency } from './idle-latency.js';
import { longHistory } from './long-history.js';
import { pollMemory } from './poll-memory.js';
import { queueMemory } from './queue-memory.js';
import { register } from './register.js';
import { registerStorm } from './register-storm.js';
import { replicas } from './replicas.js';
import { resident } from './resident.js';
import { scheduledLag } from './scheduled-lag.js';
import { sendAlone } from './send-alone.js';
import { sendAndDeliver } from './send-and-deliver.js';
import { subscribers } from './subscribers.js';
import { waitingCrowd } from './waiting-crowd.js';

/** In the order of the table. Those with systems of their own come last: the shared one is closed for them. */
export const FIGURES: readonly Figure[] = [
  sendAndDeliver,
  sendAlone,
  idleLatency,
  halfLoadLatency,
  subscribers,
  getMessages,
  waitingCrowd,
  queueMemory,
  scheduledLag,
  register,
  registerStorm,
  resident,
  pollMemory,
  longHistory,
  replicas,
];
