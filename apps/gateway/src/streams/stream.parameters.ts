import { badValue, type RetentionChoice, STREAM_POST_POLICIES } from '@chat/contracts';
import { anyOf, integer, oneOf, text } from '../http/index.js';

/** A number of days, or what stands for one; plain, or as JSON text. Whatever else it is, the refusal quotes it. */
export const retentionParameter = anyOf([integer(), text()], { orPlainText: true }).map(
  (value, name): RetentionChoice => {
    if (value === 'realm_default' || value === 'unlimited') return value;
    if (typeof value === 'string' || value < 1) throw badValue(name, String(value));
    return value;
  },
);

export const postPolicyParameter = oneOf(STREAM_POST_POLICIES);
