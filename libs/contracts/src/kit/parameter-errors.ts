import type { ApiError } from '../errors/api-error.js';
import { badRequest } from '../errors/api-errors.js';

/* Errors of a single value. Clients compare these texts. */
export const notJson = (name: string): ApiError => badRequest(`Argument "${name}" is not valid JSON.`);
export const notA = (what: string, name: string): ApiError => badRequest(`${name} is not ${what}`);
export const invalidValue = (name: string): ApiError => badRequest(`Invalid ${name}`);
export const blank = (name: string): ApiError => badRequest(`${name} cannot be blank.`);
export const tooLong = (name: string, limit: number): ApiError =>
  badRequest(`${name} is too long (limit: ${limit} characters)`);
export const tooSmall = (name: string): ApiError => badRequest(`${name} is too small`);
export const tooBig = (name: string): ApiError => badRequest(`${name} is too large`);
export const tooManyItems = (name: string, limit: number): ApiError =>
  badRequest(`${name} has too many items (limit: ${limit})`);
export const tooDeep = (name: string, limit: number): ApiError =>
  badRequest(`${name} is nested too deeply (limit: ${limit} levels)`);
export const wrongItemCount = (name: string, count: number): ApiError =>
  badRequest(`${name} should have exactly ${count} items`);
export const missingKey = (key: string, name: string): ApiError => badRequest(`${key} key is missing from ${name}`);
export const unexpectedKeys = (keys: readonly string[]): ApiError =>
  badRequest(`Unexpected arguments: ${keys.join(', ')}`);
export const nullBytes = (name: string): ApiError => badRequest(`${name} must not contain null bytes`);
export const controlCharacter = (name: string, position: number): ApiError =>
  badRequest(`Invalid character in ${name}, at position ${position}!`);
export const malformedUnicode = (name: string): ApiError => badRequest(`${name} is not well-formed Unicode text`);
