import type { Endpoint } from '@chat/contracts';
import type { Answer } from './answers.js';
import type { Call } from './call.js';
import type { ParametersPipe } from './parameters.pipe.js';
import type { PathPattern } from './path-pattern.js';

/** An endpoint with what serves it: a method of a controller, or the service that the call is forwarded to. */
export interface ServedEndpoint {
  readonly endpoint: Endpoint;
  readonly handle: (call: Call) => Promise<Answer> | Answer;
}

/** One path of an endpoint, ready to serve requests. */
export interface Route extends ServedEndpoint {
  readonly pattern: PathPattern;
  readonly parameters: ParametersPipe;
}
