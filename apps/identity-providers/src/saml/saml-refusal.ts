import type { FailedSamlStep, SamlFault } from '@chat/contracts';
import type { ServiceResources } from '@chat/service-kit';

/** The provider, and not a check, refuses the person. */
const REFUSALS: readonly SamlFault[] = ['status', 'membership'];

/** Refuses a document. The message has no part of it, so it may be logged. */
export class SamlRefusal extends Error {
  constructor(
    readonly fault: SamlFault,
    message: string,
  ) {
    super(message);
  }
}

/** The result of a step for a refused document, which is logged. Throws every other error. */
export function failedStep(error: unknown, logger: ServiceResources['logger']): FailedSamlStep {
  if (!(error instanceof SamlRefusal)) throw error;
  const { fault } = error;
  logger.warn({ fault, problem: error.message }, 'SAML document refused');
  return { result: 'provider_failed', reason: REFUSALS.includes(fault) ? 'refused' : 'invalid', fault };
}
