import { ListOf } from '../kit/fields.js';
import { refined, text } from '../kit/types/index.js';

/** Alert words of one user. */
export const MAX_ALERT_WORDS = 500;
const MAX_ALERT_WORD_LENGTH = 100;

/** The alert words of a user, or some of them. */
export class AlertWordList {
  @ListOf(text(), { max: MAX_ALERT_WORDS }) alertWords!: readonly string[];
}

const oneLine = text({ controlCharacters: 'refused' });
/** White space around a word does not count as a part of it: it may hold line breaks. */
const newAlertWord = refined(text({ max: MAX_ALERT_WORD_LENGTH }), (word, name) => {
  oneLine.check(word.trim(), name);
});

export class NewAlertWords {
  @ListOf(newAlertWord, { max: MAX_ALERT_WORDS }) alertWords!: readonly string[];
}
