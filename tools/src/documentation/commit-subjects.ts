import { proseErrors } from './plain-english.js';

const FORM = /^[a-z]+(?:\([\w,-]+\))?!?: \S/;
const MAX_LENGTH = 72;

/** The writing rules that a subject of a commit breaks. */
export function subjectErrors(subject: string): string[] {
  const form = FORM.test(subject) ? [] : ['the form is "type(scope): imperative"'];
  const length = subject.length > MAX_LENGTH ? [`${subject.length} characters; at most ${MAX_LENGTH}`] : [];
  const prose = proseErrors(subject.replace(FORM, '')).map(({ message }) => message);
  return [...form, ...length, ...prose].map((error) => `commit "${subject}": ${error}`);
}
