import { itsUser } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf } from '../kit/client-event.js';
import { Id } from '../kit/fields.js';
import { AlertWordList } from './alert-words.schema.js';

@ClientEventOf({ type: 'alert_words', when: 'The user changed their alert words.' })
export class AlertWordsEvent extends AlertWordList {}

class AlertWordsChangedPayload extends AlertWordList {
  @Id() userId!: number;
}

/** `UserUpdated` is published, too. */
export const AlertWordsChanged = domainEvent({
  type: 'users.alert_words_changed',
  payload: AlertWordsChangedPayload,
  audience: itsUser,
  clientEvent: AlertWordsEvent,
});
