import { endpoint } from '../kit/endpoint.js';
import { AlertWordList, NewAlertWords } from './alert-words.schema.js';

/* Each endpoint responds with the complete list after the call. */

export const getAlertWords = endpoint('GET /users/me/alert_words', {
  pattern: 'users.alert_words.get_own',
  summary: 'Get your own alert words',
  response: AlertWordList,
});

/** Ignores empty words and words that the user has in any letter case. Error (BAD_REQUEST): too many. */
export const addAlertWords = endpoint('POST /users/me/alert_words', {
  pattern: 'users.alert_words.add_own',
  summary: 'Add alert words',
  parameters: NewAlertWords,
  response: AlertWordList,
});

/** Ignores letter case. */
export const removeAlertWords = endpoint('DELETE /users/me/alert_words', {
  pattern: 'users.alert_words.remove_own',
  summary: 'Remove alert words',
  parameters: AlertWordList,
  response: AlertWordList,
});
