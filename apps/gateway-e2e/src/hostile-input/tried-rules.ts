import type { ApiOperation, ApiParameter } from '../support/api-description.js';
import { isDocument } from './fitting-value.js';

/** The endpoint of any of its paths: all paths have the same parameters. */
const endpointOf = ({ method, parameters, name }: ApiOperation): string =>
  parameters.length > 1 ? `${method} ${parameters.map((parameter) => parameter.name)}` : name;

/** The gateway reads documents as JSON, and passes texts on as they are. */
type Reading = 'number or choice' | 'text' | 'document';

function readingOf(parameter: ApiParameter): Reading {
  if (isDocument(parameter)) return 'document';
  const { type, enum: choices } = parameter.schema;
  return type !== 'string' || choices !== undefined ? 'number or choice' : 'text';
}

/** Part of the hostile values. */
type Share = 'all' | 'its own' | 'a sample';

/**
 * Rules that were tried. The first parameter with a rule gets every value, the others a sample. The gateway alone checks numbers, booleans
 * and choices, in the same way for every endpoint. Texts and documents differ between endpoints: the first parameter of a schema at an
 * endpoint gets every value of its own kind, texts for a text, JSON for a document.
 */
export class TriedRules {
  private readonly tried = new Set<string>();

  shareOf(operation: ApiOperation, parameter: ApiParameter): Share {
    const { type, enum: choices, minimum } = parameter.schema;
    const reading = readingOf(parameter);
    const place = operation.pathParameters.includes(parameter) ? 'path' : 'form';
    const rule =
      reading === 'number or choice'
        ? `${type} ${choices !== undefined} ${minimum}`
        : JSON.stringify({ ...parameter.schema, description: undefined, default: undefined });
    const isFirst = this.isFirst(`${place} ${rule}`);
    if (reading === 'number or choice') return isFirst ? 'all' : 'a sample';
    const isFirstOfEndpoint = this.isFirst(`${place} ${JSON.stringify(parameter.schema)} ${endpointOf(operation)}`);
    return isFirst ? 'all' : isFirstOfEndpoint ? 'its own' : 'a sample';
  }

  /** Whether it is the first endpoint with its kind of body. The gateway reads all bodies in the same way. */
  isFirstBody({ method, takesFiles, takesJson }: ApiOperation): boolean {
    return this.isFirst(`body ${method} ${takesFiles} ${takesJson}`);
  }

  private isFirst(rule: string): boolean {
    const size = this.tried.size;
    return this.tried.add(rule).size > size;
  }
}

/** Whether an endpoint sees values of the kind itself: the gateway refuses others as no JSON, or passes them on as one more text. */
export const isOfOwnKind = (parameter: ApiParameter, kind: string): boolean =>
  kind === { text: 'texts', document: 'json', 'number or choice': 'numbers' }[readingOf(parameter)];
