import * as contracts from '@chat/contracts';
import { Parameter } from './parameter.js';

export { MAX_ID } from '@chat/contracts';

/** A whole number in decimal digits: no sign `+`, no fraction or exponent, no white space. */
export const integer = (options?: contracts.IntegerOptions): Parameter<number> =>
  new Parameter(contracts.integer(options));

/** The id of something stored. */
export const id = (): Parameter<number> => new Parameter(contracts.id());

/** Whole UTC seconds since the epoch, up to the end of the year 9999. */
export const timestamp = (): Parameter<number> => new Parameter(contracts.timestamp());

/** A whole number that is not negative and is refused with REQUEST_VARIABLE_INVALID, quoting the value. */
export const count = (options?: { readonly max?: number }): Parameter<number> =>
  new Parameter(contracts.count(options));
