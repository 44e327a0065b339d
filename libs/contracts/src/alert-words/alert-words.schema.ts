import { ListOf } from '../kit/fields.js';
import { refined, text } from '../kit/types/index.js';

/** Per user. */
export const MAX_ALERT_WORDS = 500;
const MAX_ALERT_WORD_LENGTH = 100;

/** Response of the alert word endpoints, and register field: all words. In DELETE: the words to remove. */
export class AlertWordList {
  @ListOf(text(), { max: MAX_ALERT_WORDS }) alertWords!: readonly string[];
}

const oneLine = text({ controlCharacters: 'refused' });
/** Surrounding white space is not part of a word, so it may contain line breaks. */
const newAlertWord = refined(text({ max: MAX_ALERT_WORD_LENGTH }), (word, name) => {
  oneLine.check(word.trim(), name);
});

/** Parameters of POST /users/me/alert_words: words of at most 100 characters. */
export class NewAlertWords {
  @ListOf(newAlertWord, { max: MAX_ALERT_WORDS }) alertWords!: readonly string[];
}
