import { ApiError } from '@chat/contracts';
import type { RequestContext } from './request-context.js';

/** How a step of a traced request ended. */
export type StepOutcome = 'ok' | 'refused' | 'failed';

/** A step of a request that is being traced: a call to a service, or its execution there. */
export interface TracedStep {
  /** W3C traceparent: what is done on behalf of this step belongs under it. */
  readonly traceparent: string;
  /** Once. */
  end(outcome: StepOutcome): void;
}

/**
 * Tells a tracing system about requests. Where tracing is off there is none, and a request costs nothing for it; a step of
 * a trace that is not recorded is undefined. Must not throw and must not wait.
 */
export interface RequestTracing {
  /** A request is about to be sent. */
  beginCall(pattern: string, context: RequestContext): TracedStep | undefined;
  /** A request was taken and is about to be executed. */
  beginExecution(pattern: string, requestId: string, traceparent: string | undefined): TracedStep | undefined;
}

/** Ends the step when the reply has come, or an error. */
export async function untilReply(step: TracedStep, reply: Promise<string>): Promise<string> {
  try {
    const text = await reply;
    step.end('ok');
    return text;
  } catch (error) {
    step.end(error instanceof ApiError && error.status < 500 ? 'refused' : 'failed');
    throw error;
  }
}
