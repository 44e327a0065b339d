import type { Endpoint } from '../endpoint.js';
import { curlProgram } from './curl-program.js';
import { exampleParameters } from './example-parameters.js';
import { type ExampleRequest, exampleRequest } from './example-request.js';
import { javaScriptProgram } from './javascript-program.js';
import { pythonProgram } from './python-program.js';

export { exampleParameters } from './example-parameters.js';
export { exampleFile } from './example-request.js';
export { EXAMPLE_IDS, EXAMPLE_VALUES, type ExampleValue } from './example-values.js';

export type ExampleLanguage = 'curl' | 'JavaScript' | 'Python';

/** A program that sends the request. It reads `SERVER`, `EMAIL` and `API_KEY` from the environment and writes the response. */
const PROGRAMS: Readonly<Record<ExampleLanguage, (request: ExampleRequest) => string>> = {
  curl: curlProgram,
  JavaScript: javaScriptProgram,
  Python: pythonProgram,
};

export const EXAMPLE_LANGUAGES = Object.keys(PROGRAMS) as readonly ExampleLanguage[];

/**
 * A complete program that calls the endpoint with the parameters, by their names on the wire. It reads `SERVER`, `EMAIL` and
 * `API_KEY` from the environment and writes the response; for a picture, a file.
 */
export const exampleProgram = (
  language: ExampleLanguage,
  endpoint: Endpoint,
  parameters = exampleParameters(endpoint),
): string => PROGRAMS[language](exampleRequest(endpoint, parameters));
