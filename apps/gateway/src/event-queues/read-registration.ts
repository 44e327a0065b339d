import { badRequest, NO_CAPABILITIES, type RegistrationParameters } from '@chat/contracts';
import { parseQueueNarrow } from '@chat/narrow';
import type { Registration } from './register-snapshots.js';

/** Throws an error if the narrow has no meaning for a queue, or if a spectator declares what spectators may not. */
export function readRegistration(parameters: RegistrationParameters, isSpectator: boolean): Registration {
  parseQueueNarrow(parameters.narrow);
  if (isSpectator) {
    if (parameters.clientExtavatar) throw badRequest("Invalid 'client_extavatar' parameter for anonymous request");
    if (parameters.includeSubscribers)
      throw badRequest("Invalid 'include_subscribers' parameter for anonymous request");
  }
  const types = parameters.eventTypes ?? null;
  return {
    options: {
      applyMarkdown: parameters.applyMarkdown,
      clientExtavatar: parameters.clientExtavatar ?? !isSpectator,
      slimPresence: parameters.slimPresence,
      includeSubscribers: parameters.includeSubscribers,
      allPublicStreams: parameters.allPublicStreams,
      capabilities: parameters.clientCapabilities ?? NO_CAPABILITIES,
      eventTypes: types,
      narrow: parameters.narrow as unknown[],
    },
    fetchEventTypes: parameters.fetchEventTypes ?? types,
    state: 'fetched',
  };
}
