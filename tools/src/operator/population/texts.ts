import { anyIndex, anyOf, type Random } from './random.js';

const FIRST = ['Ana', 'Ben', 'Chloe', 'Deniz', 'Elif', 'Farid', 'Grace', 'Hugo', 'Ines', 'Jonas', 'Kofi', 'Lena'];
const LAST = ['Almeida', 'Berg', 'Costa', 'Diaz', 'Eriksen', 'Fischer', 'Garcia', 'Haddad', 'Ito', 'Jensen', 'Khan'];
const SUBJECTS = ['design', 'release', 'support', 'planning', 'backend', 'mobile', 'sales', 'research', 'operations'];
const WORDS = (
  'the a we they build release page message stream draft number review green slow fast again today tomorrow meeting ' +
  'customer server query index test fix merge deploy wait look good maybe after before with without every last next'
).split(' ');
const MIN_WORDS = 4;
const MORE_WORDS = 24;

export const personName = (random: Random, number: number): string =>
  `${anyOf(random, FIRST)} ${anyOf(random, LAST)} ${number}`;

export const streamName = (prefix: string, number: number): string =>
  `${prefix} ${SUBJECTS[number % SUBJECTS.length]} ${number}`;

export const topicName = (number: number): string => `${SUBJECTS[number % SUBJECTS.length]} #${number}`;

/** A sentence or two; now and then code or a link. */
export function messageText(random: Random): string {
  const count = MIN_WORDS + anyIndex(random, MORE_WORDS);
  const words = Array.from({ length: count }, () => anyOf(random, WORDS)).join(' ');
  const extra = random();
  if (extra < 0.05) return `${words}\n\`\`\`js\nconst answer = ${count};\n\`\`\``;
  if (extra < 0.1) return `**${words}**, see https://example.com/${count}`;
  return words;
}
