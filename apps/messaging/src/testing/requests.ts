import {
  type Addressee,
  type NewStreamProperties,
  type Principal,
  SendMessage,
  type StreamToSubscribe,
  Subscribe,
} from '@chat/contracts';
import type { TestMessaging } from './test-messaging.js';

/** Sends a message to a stream and answers its id. */
export const sendToStream = async (
  messaging: TestMessaging,
  sender: Principal,
  to: Addressee,
  topic: string,
  content: string,
  extra: Partial<SendMessage> = {},
): Promise<number> =>
  (await messaging.request(SendMessage, { sender, type: 'stream', to, topic, content, clientName: 'test', ...extra }))
    .id;

/** Sends a direct message and answers its id. */
export const sendDirect = async (
  messaging: TestMessaging,
  sender: Principal,
  to: Addressee,
  content: string,
  extra: Partial<SendMessage> = {},
): Promise<number> =>
  (await messaging.request(SendMessage, { sender, type: 'direct', to, content, clientName: 'test', ...extra })).id;

/** Subscribes the actor, or others, making the streams if need be. */
export const subscribe = (
  messaging: TestMessaging,
  actor: Principal,
  names: readonly (string | StreamToSubscribe)[],
  {
    properties = {},
    principals,
    ...extra
  }: { properties?: NewStreamProperties; principals?: readonly number[] | readonly string[] } & Partial<Subscribe> = {},
) =>
  messaging.request(Subscribe, {
    actor,
    streams: names.map((name) => (typeof name === 'string' ? { name } : name)),
    properties,
    principals,
    authorizationErrorsFatal: true,
    announce: false,
    ...extra,
  });
