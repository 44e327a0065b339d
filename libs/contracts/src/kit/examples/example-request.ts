import { fieldsOf } from '../described-class.js';
import { type Endpoint, fullPathOf, type Method, RawResponse } from '../endpoint.js';
import type { ExampleValue } from './example-values.js';

/** A parameter outside the path. */
export interface ExampleParameter {
  readonly name: string;
  /** Text or a number, unless it is sent as JSON text. */
  readonly value: ExampleValue;
  readonly isJson: boolean;
}

/** The request of an example, ready to be written in any language. */
export interface ExampleRequest {
  readonly method: Method;
  /** With the values of path parameters, encoded. */
  readonly path: string;
  readonly parameters: readonly ExampleParameter[];
  /** The place of the parameters; `file` is a form with a file, where each is a part. */
  readonly sends: 'nothing' | 'query' | 'form' | 'file' | 'text';
  /** Besides credentials and those that follow from `sends`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, if `sends` is `text`. */
  readonly text: string;
  readonly sendsCredentials: boolean;
  readonly upload: string;
  /** The file that receives a picture. */
  readonly download: string | undefined;
  readonly isJson: boolean;
}

/** The request of an endpoint with these values by wire name: names in the path stand there, all others are parameters. */
export function exampleRequest(endpoint: Endpoint, values: Readonly<Record<string, ExampleValue>>): ExampleRequest {
  const template = fullPathOf(endpoint);
  const path = template.replace(/\{(\w+)(\.{3})?\}/g, (_, name: string, hasSegments?: string) => {
    const value = String(values[name]);
    return hasSegments ? value.split('/').map(encoded).join('/') : encoded(value);
  });
  const parameters = fieldsOf(endpoint.parameters)
    .filter(({ wireName }) => wireName in values && !new RegExp(`{${wireName}(\\.{3})?}`).test(template))
    .map(({ wireName: name, type }) => {
      const value = values[name] as ExampleValue;
      const isJson = type.encoding === 'json' || typeof value === 'object';
      return { name, value: isJson || typeof value === 'number' ? value : formText(value), isJson };
    });
  const { webhook } = endpoint;
  const query = new URLSearchParams(parameters.map(({ name, value }): [string, string] => [name, formText(value)]));
  return {
    method: endpoint.method,
    path: webhook && query.size > 0 ? `${path}?${query}` : path,
    parameters: webhook ? [] : parameters,
    sends: placeOf(endpoint, parameters.length),
    headers: endpoint.tus?.headers ?? (webhook ? { 'Content-Type': 'application/json' } : {}),
    text: endpoint.tus?.body ?? webhook?.body ?? '',
    sendsCredentials: endpoint.access !== 'anyone',
    upload: exampleFile(endpoint),
    download: (endpoint.isPicture ?? endpoint.leadsToPicture) ? path.slice(path.lastIndexOf('/') + 1) : undefined,
    isJson: endpoint.response !== RawResponse,
  };
}

function placeOf({ method, streamsFile, tus, webhook }: Endpoint, parameters: number): ExampleRequest['sends'] {
  if (streamsFile?.missing !== undefined) return 'file';
  if (tus?.body !== undefined || webhook) return 'text';
  if (parameters === 0) return 'nothing';
  return method === 'GET' ? 'query' : 'form';
}

/** The file that the example of an upload sends: `avatar.png`. */
export const exampleFile = ({ path }: Pick<Endpoint, 'path'>): string =>
  `${path.replace(/\/\{\w+\}$/, '').replace(/.*\//, '')}.png`;

/** As in a path; `@` may stay readable there. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll('%40', '@');

/** The text of a value in a form: a string as it is, everything else as JSON text. */
export const formText = (value: ExampleValue): string => (typeof value === 'string' ? value : JSON.stringify(value));
