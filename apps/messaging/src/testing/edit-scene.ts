import { EditMessage, getMessage, type Principal, Role } from '@chat/contracts';
import { sendAs } from './requests.js';
import { makeStream } from './stream-by-sql.js';
import { TestMessaging } from './test-messaging.js';

type Wish = Partial<Omit<EditMessage, 'replyType'>>;

/** People in streams of each kind, and what is done to messages there. */
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

  /** Answers the message's id. */
  const send = async (
    to: number | number[],
    { sender = ana, topic = 'logo', content = 'first' } = {},
  ): Promise<number> => {
    const type = typeof to === 'number' ? 'stream' : 'direct';
    return (await sendAs(messaging, { sender, type, to, topic, content, clientName: 'test' })).id;
  };
  const wish = (actor: Principal, messageId: number, fields: Wish) => ({
    actor,
    messageId,
    propagateMode: 'change_one' as const,
    sendNotificationToOldThread: false,
    sendNotificationToNewThread: false,
    ...fields,
  });
  const edit = (actor: Principal, messageId: number, fields: Wish) =>
    messaging.request(EditMessage, wish(actor, messageId, fields));
  const refused = (actor: Principal, messageId: number, fields: Wish) =>
    messaging.refusal(EditMessage, wish(actor, messageId, fields));
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
