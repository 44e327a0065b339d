import { type RetentionChoice, STREAM_POST_POLICIES } from '@chat/contracts';
import { anyOf, integer, oneOf, text } from '../http/index.js';
import { badValue } from '../http/parameters/refusals.js';

const MAX_RETENTION_DAYS = 2_147_483_647;

/** A number of days, or what stands for one; plain, or as JSON text. Whatever else it is, the refusal quotes it. */
export const retentionParameter = anyOf([integer(), text()], { orPlainText: true }).map(
  (value, name): RetentionChoice => {
    if (value === 'realm_default' || value === 'unlimited') return value;
    if (typeof value === 'string' || value < 1 || value > MAX_RETENTION_DAYS) throw badValue(name, String(value));
    return value;
  },
);

export const postPolicyParameter = oneOf(STREAM_POST_POLICIES);
