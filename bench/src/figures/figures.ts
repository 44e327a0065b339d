import type { Figure } from '../measurement.js';
import { afterReplicas } from './after-replicas.js';
import { endedCredentials } from './ended-credentials.js';
import { endedQueues } from './ended-queues.js';
import { eventWebhooks } from './event-webhooks.js';
import { fileLoad } from './file-load.js';
import { files } from './files.js';
import { hostileBodies } from './hostile-bodies.js';
import { idleIntegrations } from './idle-integrations.js';
import { incomingWebhooks } from './incoming-webhooks.js';
import { invitations } from './invitations.js';
import { knownSessions } from './known-sessions.js';
import { halfLoadLatency, idleLatency } from './latency.js';
import { pollMemory, queueMemory, resident } from './memory.js';
import { openIdConnect } from './openid-connect.js';
import { getMessages, longHistory } from './pages.js';
import { passwordSignIns } from './password-sign-ins.js';
import { pendingDeliveries } from './pending-deliveries.js';
import { register, registerStorm } from './registrations.js';
import { replicas } from './replicas.js';
import { samlSignIns } from './saml-sign-ins.js';
import { scheduledLag } from './scheduled-lag.js';
import { sendAlone, sendAndDeliver } from './send.js';
import { sessionRequests } from './session-requests.js';
import { signInPage } from './sign-in-page.js';
import { signInSecrecy } from './sign-in-secrecy.js';
import { standbyReads } from './standby-reads.js';
import { subscribers } from './subscribers.js';
import { waitingCrowd } from './waiting-crowd.js';
import { web } from './web.js';
import { webhookBots } from './webhook-bots.js';

/** In the order of the table. Those with systems of their own come last: the shared one is closed for them. */
export const FIGURES: readonly Figure[] = [
  sendAndDeliver,
  sendAlone,
  idleLatency,
  halfLoadLatency,
  subscribers,
  getMessages,
  signInPage,
  sessionRequests,
  waitingCrowd,
  queueMemory,
  scheduledLag,
  register,
  registerStorm,
  resident,
  pollMemory,
  knownSessions,
  longHistory,
  endedQueues,
  standbyReads,
  samlSignIns,
  endedCredentials,
  replicas,
  afterReplicas,
  openIdConnect,
  passwordSignIns,
  invitations,
  signInSecrecy,
  incomingWebhooks,
  webhookBots,
  eventWebhooks,
  pendingDeliveries,
  idleIntegrations,
  files,
  fileLoad,
  hostileBodies,
  web,
];
