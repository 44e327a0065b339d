import { expect, it } from '@jest/globals';
import { subjectErrors } from './commit-subjects.js';

it.each([
  'fix(events): include acknowledged changes in non-blocking polls',
  'docs: list every service with tables',
  'feat(users,files)!: rename a field',
])('accepts: %s', (subject) => {
  expect(subjectErrors(subject)).toEqual([]);
});

it.each([
  ['Fixed a bug', 'the form is "type(scope): imperative"'],
  [`fix(events): ${'a'.repeat(60)}`, '73 characters; at most 72'],
  ['fix(events): end queues whose events are lost', '"whose": use a noun instead of a clause'],
])('refuses: %s', (subject, error) => {
  expect(subjectErrors(subject)).toEqual([`commit "${subject}": ${error}`]);
});
