import type { Fields, JsonSchema } from '../schema.js';

/** What a success carries beside the envelope. */
export interface ResponseDescription {
  readonly fields: Fields;
  /** It may stop early and say so (`partially_completed`). */
  readonly mayBePartial?: boolean;
  /** Not JSON with an envelope: a document or a page. */
  readonly isRaw?: boolean;
}

/** By method and path: `POST /messages/{message_id}/reactions`. */
export type ResponseTable = Readonly<Record<string, ResponseDescription>>;

export const NO_FIELDS: ResponseDescription = { fields: {} };
export const answers = (fields: Fields): ResponseDescription => ({ fields });

export const SUCCESS_ENVELOPE: JsonSchema = {
  type: 'object',
  properties: {
    result: { const: 'success' },
    msg: { const: '' },
    ignored_parameters_unsupported: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      uniqueItems: true,
      description: 'Parameters that were sent and are not known here.',
    },
  },
  required: ['result', 'msg'],
};

export const PARTIAL_ENVELOPE: JsonSchema = {
  type: 'object',
  properties: {
    result: { const: 'partially_completed' },
    msg: { type: 'string' },
    code: { const: 'REQUEST_TIMEOUT' },
  },
  required: ['result', 'code'],
};
