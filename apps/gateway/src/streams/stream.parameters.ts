import { STREAM_POST_POLICIES } from '@chat/contracts';
import { anyOf, integer, oneOf } from '../http/index.js';
import { badValue } from '../http/parameters/refusals.js';

/** A number of days, or what stands for one; plain, or as JSON text. */
export const retentionParameter = anyOf([integer(), oneOf(['realm_default', 'unlimited'])], {
  orPlainText: true,
  refusal: (name) => badValue(name, 'neither days, "realm_default" nor "unlimited"'),
});

export const postPolicyParameter = oneOf(STREAM_POST_POLICIES);
