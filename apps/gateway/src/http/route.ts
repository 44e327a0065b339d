import type { Answer } from './answers.js';
import type { Call } from './call.js';
import type { EndpointDefinition } from './endpoint.js';
import type { ParametersPipe } from './parameters.pipe.js';
import type { PathPattern } from './path-pattern.js';

/** An endpoint with the controller's method that serves it. */
export interface ServedEndpoint {
  readonly definition: EndpointDefinition;
  readonly handle: (call: Call) => Promise<Answer> | Answer;
}

/** One path of an endpoint, ready to serve requests. */
export interface Route extends ServedEndpoint {
  readonly pattern: PathPattern;
  readonly parameters: ParametersPipe;
}
