import { ApiError } from '@chat/contracts';
import type { RequestContext } from './request-context.js';

/** Result of a traced step. `refused` is an `ApiError` with a status below 500. */
export type StepOutcome = 'ok' | 'refused' | 'failed';

/** A traced step: the call of a service, or the execution there. */
export interface TracedStep {
  /** W3C traceparent, the parent of further steps. */
  readonly traceparent: string;
  /** To be called once. */
  end(outcome: StepOutcome): void;
}

/** Receives the steps of requests. The methods return undefined for a trace that is not recorded. They must not throw or block. */
export interface RequestTracing {
  /** Called before a request is sent. */
  beginCall(pattern: string, context: RequestContext): TracedStep | undefined;
  /** Called before a request is executed. */
  beginExecution(pattern: string, requestId: string, traceparent: string | undefined): TracedStep | undefined;
}

/** Settles as `reply`, and then ends the step. */
export async function traced(step: TracedStep, reply: Promise<string>): Promise<string> {
  try {
    const text = await reply;
    step.end('ok');
    return text;
  } catch (error) {
    step.end(error instanceof ApiError && error.status < 500 ? 'refused' : 'failed');
    throw error;
  }
}
