import { ItsUser, itsUser } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf } from '../kit/client-event.js';
import { IntersectionType } from '../kit/mapped-classes.js';
import { AlertWordList } from './alert-words.schema.js';

/** Client event for the queues of the user; it carries the complete list. */
@ClientEventOf({ type: 'alert_words', when: 'The user changed their alert words.' })
export class AlertWordsEvent extends AlertWordList {}

/** `UserUpdated` is published, too. */
export const AlertWordsChanged = domainEvent('users.alert_words_changed', {
  payload: IntersectionType(ItsUser, AlertWordList),
  audience: itsUser,
  clientEvent: AlertWordsEvent,
});
