import { editMessage, getMessage, type MessageChanges, type Principal, Role } from '@chat/contracts';
import { sendAs } from './requests.js';
import { makeStream } from './stream-by-sql.js';
import { TestMessaging } from './test-messaging.js';

/** Users in streams of each kind, and edits of messages there. */
export async function startEditScene() {
  const messaging = await TestMessaging.start();
  const admin = await messaging.addUser({ fullName: 'Ada', role: Role.Administrator });
  const ana = await messaging.addUser({ fullName: 'Ana' });
  const ben = await messaging.addUser({ fullName: 'Ben' });
  const cleo = await messaging.addUser({ fullName: 'Cleo' });
  const design = await makeStream(messaging, { name: 'design', subscribers: [admin, ana, ben] });
  const lunch = await makeStream(messaging, { name: 'lunch', subscribers: [admin, ana, cleo] });
  const secret = await makeStream(messaging, { name: 'secret', isPrivate: true, subscribers: [admin, ana] });
  const club = await makeStream(messaging, { name: 'club', isPrivate: true, subscribers: [admin, ben] });

  /** Returns the id of the message. */
  const send = async (
    to: number | number[],
    { sender = ana, topic = 'logo', content = 'first' } = {},
  ): Promise<number> => {
    const type = typeof to === 'number' ? 'stream' : 'direct';
    return (await sendAs(messaging, { sender, type, to, topic, content, clientName: 'test' })).id;
  };
  const changes = (messageId: number, fields: Partial<MessageChanges>): MessageChanges => ({
    messageId,
    propagateMode: 'change_one',
    sendNotificationToOldThread: false,
    sendNotificationToNewThread: false,
    ...fields,
  });
  const edit = (actor: Principal, messageId: number, fields: Partial<MessageChanges>) =>
    messaging.call(editMessage, actor, changes(messageId, fields));
  const refused = (actor: Principal, messageId: number, fields: Partial<MessageChanges>) =>
    messaging.callError(editMessage, actor, changes(messageId, fields));
  const show = async (messageId: number, actor = ana) =>
    (await messaging.call(getMessage, actor, { messageId, applyMarkdown: false, clientExtavatar: true })).message;
  const lastEvent = async <Payload>(type: string): Promise<Payload> =>
    (await messaging.events()).filter((event) => event.type === `messaging.${type}`).at(-1)?.payload as Payload;
  const makeOlder = (messageId: number, seconds: number) =>
    messaging.sql.query('UPDATE messages SET sent_at = sent_at - make_interval(secs => $2) WHERE id = $1', [
      messageId,
      seconds,
    ]);

  return {
    ...{ messaging, admin, ana, ben, cleo, design, lunch, secret, club },
    ...{ send, edit, refused, show, lastEvent, makeOlder },
  };
}
