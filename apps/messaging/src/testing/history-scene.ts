import {
  addReaction,
  getMessages,
  type MessageAnchor,
  type PageSelection,
  type Principal,
  Role,
  updateMessageFlags,
} from '@chat/contracts';
import { sendAs } from './requests.js';
import { makeStream, subscribeByRows, unsubscribeByRows } from './stream-by-sql.js';
import { TestMessaging } from './test-messaging.js';

/** Fifteen messages in streams of each kind and in conversations, with readers that subscribe and unsubscribe in between. */
export async function startHistoryScene() {
  const messaging = await TestMessaging.start();
  const ana = await messaging.addUser({ fullName: 'Ana' });
  const ben = await messaging.addUser({ fullName: 'Ben', alertWords: ['lunchtime'] });
  const cleo = await messaging.addUser({ fullName: 'Cleo' });
  const guest = await messaging.addUser({ fullName: 'Gus', role: Role.Guest });
  const streams = {
    design: await makeStream(messaging, { name: 'Design', subscribers: [ana, ben, guest] }),
    lunch: await makeStream(messaging, { name: 'lunch', subscribers: [ana] }),
    secret: await makeStream(messaging, { name: 'secret', isPrivate: true, subscribers: [ana, ben] }),
    vault: await makeStream(messaging, {
      name: 'vault',
      isPrivate: true,
      isHistoryPublic: true,
      subscribers: [ana],
    }),
    open: await makeStream(messaging, { name: 'open', isWebPublic: true, subscribers: [ana] }),
  };
  const notes = messaging.addFile(cleo);
  const sent: number[] = [];
  const send = async (sender: Principal, to: number | number[], content: string, topic = 'logo'): Promise<void> => {
    const type = typeof to === 'number' ? 'stream' : 'direct';
    const { id } = await sendAs(messaging, { sender, type, to, topic, content, clientName: 'test' });
    sent.push(id);
  };

  await send(ana, streams.design, 'a first draft of the **logo**');
  await send(ben, streams.design, 'see https://example.com/drafts for more', 'Logo');
  await send(ana, streams.design, `@**Ben** is it lunchtime?`, '✔ food');
  await send(ana, streams.lunch, 'soup today', 'menu');
  await send(ben, streams.lunch, '![pie](https://example.com/pie.png) https://example.com/pie.png', 'menu');
  await send(ana, streams.secret, 'the password is "open sesame"', 'keys');
  await send(ana, streams.vault, 'before anybody came', 'keys');
  await send(ana, streams.open, 'hello world', 'greetings');
  await send(ana, [ben.userId], 'just you');
  await send(ben, [ana.userId, cleo.userId], 'the three of us, lunchtime');
  await send(cleo, [cleo.userId], 'note to self');
  await subscribeByRows(messaging, streams.secret, cleo);
  await subscribeByRows(messaging, streams.vault, cleo);
  await send(ana, streams.secret, 'second secret draft', 'keys');
  await send(ben, streams.secret, '@**all** news', 'keys');
  await unsubscribeByRows(messaging, streams.secret, ben);
  await subscribeByRows(messaging, streams.lunch, ben);
  await send(cleo, streams.lunch, 'drafting a menu <b>now</b>', 'menu');
  await send(cleo, streams.design, `file: [notes](/user_uploads/${notes})`, 'logo');

  await messaging.call(updateMessageFlags, ben, { messageIds: [sent[0] as number], op: 'add', flag: 'read' });
  for (const messageId of [sent[1], sent[3]] as number[]) {
    await messaging.call(updateMessageFlags, ben, { messageIds: [messageId], op: 'add', flag: 'starred' });
  }
  await messaging.call(addReaction, ben, { messageId: sent[0] as number, emojiName: 'tada' });

  const getPage = (
    actor: Principal | null,
    anchor: MessageAnchor,
    numBefore: number,
    numAfter: number,
    fields: Partial<Pick<PageSelection, 'narrow' | 'includeAnchor' | 'applyMarkdown'>> = {},
  ) =>
    messaging.call(getMessages, actor, {
      anchor,
      includeAnchor: true,
      numBefore,
      numAfter,
      narrow: [],
      clientExtavatar: true,
      applyMarkdown: true,
      ...fields,
    });
  const idsOf = (page: { messages: readonly { id: number }[] }): number[] => page.messages.map(({ id }) => id);

  return { messaging, ana, ben, cleo, guest, streams, sent, getPage, idsOf };
}
