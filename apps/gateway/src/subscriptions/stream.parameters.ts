import { badValue, type RetentionChoice, STREAM_POST_POLICIES } from '@chat/contracts';
import { anyOf, integer, oneOf, text } from '../http/index.js';

/** A number of days, or what stands for one; plain, or as JSON text, of which a number in quotes is one. Whatever else it is, the refusal quotes it. */
export const retentionParameter = anyOf([integer(), text()], { orPlainText: true, what: 'a string or integer' }).map(
  (value, name): RetentionChoice => {
    if (value === 'realm_default' || value === 'unlimited') return value;
    const days = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
    if (typeof days === 'string' || days < 1) throw badValue(name, String(value));
    return days;
  },
);

export const postPolicyParameter = oneOf(STREAM_POST_POLICIES);
