export { Egress, type EgressRequest, type EgressResponse } from './egress.js';
export { EgressError, type EgressErrorKind } from './egress-error.js';
