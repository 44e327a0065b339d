import type { ApiError } from '../errors/api-error.js';
import { badRequest } from '../errors/api-errors.js';

/* Errors of a single value. Clients compare these texts. */

/** Error for text that is not JSON. */
export const notJson = (name: string): ApiError => badRequest(`Argument "${name}" is not valid JSON.`);
/** Error for a value of a wrong type; `what` has its article, as in "a string". */
export const notA = (what: string, name: string): ApiError => badRequest(`${name} is not ${what}`);
/** Error for a value outside the accepted values. */
export const invalidValue = (name: string): ApiError => badRequest(`Invalid ${name}`);
/** Error for a text that is empty or only white space. */
export const blank = (name: string): ApiError => badRequest(`${name} cannot be blank.`);
/** Error for a long text; `limit` in Unicode code points. */
export const tooLong = (name: string, limit: number): ApiError =>
  badRequest(`${name} is too long (limit: ${limit} characters)`);
/** Error for a number below its minimum. */
export const tooSmall = (name: string): ApiError => badRequest(`${name} is too small`);
/** Error for a number above its maximum. */
export const tooBig = (name: string): ApiError => badRequest(`${name} is too large`);
/** Error for a long list, or for an object with too many members. */
export const tooManyItems = (name: string, limit: number): ApiError =>
  badRequest(`${name} has too many items (limit: ${limit})`);
/** Error for JSON with too many levels of lists and objects. */
export const tooDeep = (name: string, limit: number): ApiError =>
  badRequest(`${name} is nested too deeply (limit: ${limit} levels)`);
/** Error for a list that must have exactly `count` items. */
export const wrongItemCount = (name: string, count: number): ApiError =>
  badRequest(`${name} should have exactly ${count} items`);
/** Error for an object without a required member; `name` is the object. */
export const missingKey = (key: string, name: string): ApiError => badRequest(`${key} key is missing from ${name}`);
/** Error for an object with members that its class does not have, if the class refuses them. */
export const unexpectedKeys = (keys: readonly string[]): ApiError =>
  badRequest(`Unexpected arguments: ${keys.join(', ')}`);
/** Error for a text with U+0000. */
export const nullBytes = (name: string): ApiError => badRequest(`${name} must not contain null bytes`);
/** Error for a text with a control character; `position` counts code points from 1. */
export const controlCharacter = (name: string, position: number): ApiError =>
  badRequest(`Invalid character in ${name}, at position ${position}!`);
/** Error for a text with half a surrogate pair. */
export const malformedUnicode = (name: string): ApiError => badRequest(`${name} is not well-formed Unicode text`);
