import { Completion, type Endpoint, type Wire, writerOf } from '@chat/contracts';
import { type Answer, PartiallyCompleted } from './answers.js';
import type { Call } from './call.js';
import type { ServedEndpoint } from './route.js';

/** Forwards the calls of an endpoint to its service. The JSON text of the service becomes the response. */
export const forwarded = (endpoint: Endpoint): ServedEndpoint => ({
  endpoint,
  handle: endpoint.response === Completion ? (call) => completion(call, endpoint) : (call) => call.forward(endpoint),
});

async function completion(call: Call, endpoint: Endpoint): Promise<Answer> {
  const { text } = await call.forward(endpoint);
  const { is_complete: isComplete } = JSON.parse(text) as Wire<Completion>;
  return isComplete ? {} : new PartiallyCompleted({});
}

/** Writes what a method of a controller returned as it stands on the wire. Text and files are left as they are. */
export function responseOnWire({ response }: Endpoint): (returned: unknown) => Answer {
  const write = writerOf(response);
  return (returned) => (isPlain(returned) ? write(returned) : returned) as Answer;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
