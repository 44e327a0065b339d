import {
  type Addressee,
  type NewMessage,
  type NewSubscriptions,
  type Principal,
  type StreamProperties,
  type StreamToSubscribe,
  sendMessage,
  subscribeToStreams,
  unsubscribeFromStreams,
} from '@chat/contracts';
import type { TestMessaging } from './test-messaging.js';

type SentBy = Omit<NewMessage, 'topic' | 'queueId' | 'localId'> &
  Partial<Record<'topic' | 'queueId' | 'localId', string | undefined>> & {
    readonly sender: Principal;
    readonly clientName?: string;
  };

export const sendAs = (messaging: TestMessaging, { sender, clientName, ...message }: SentBy): Promise<{ id: number }> =>
  messaging.call(sendMessage, sender, message as NewMessage, clientName);

/** The message of the error of a send; throws if the message is sent. */
export const sendError = (messaging: TestMessaging, { sender, clientName, ...message }: SentBy): Promise<string> =>
  messaging.callError(sendMessage, sender, message as NewMessage, clientName);

export const sendToStream = async (
  messaging: TestMessaging,
  sender: Principal,
  to: Addressee,
  topic: string,
  content: string,
  extra: Partial<SentBy> = {},
): Promise<number> => (await sendAs(messaging, { sender, type: 'stream', to, topic, content, ...extra })).id;

export const sendDirect = async (
  messaging: TestMessaging,
  sender: Principal,
  to: Addressee,
  content: string,
  extra: Partial<SentBy> = {},
): Promise<number> => (await sendAs(messaging, { sender, type: 'direct', to, content, ...extra })).id;

/** Subscribes the actor, or others, making the streams if need be. */
export const subscribe = (
  messaging: TestMessaging,
  actor: Principal,
  names: readonly (string | StreamToSubscribe)[],
  { properties, ...options }: { readonly properties?: StreamProperties } & Partial<NewSubscriptions> = {},
) =>
  messaging.call(subscribeToStreams, actor, {
    subscriptions: names.map((name) => (typeof name === 'string' ? { name } : name)),
    isPrivate: false,
    isWebPublic: false,
    postPolicy: 1,
    messageRetentionDays: 'realm_default',
    authorizationErrorsFatal: true,
    announce: false,
    ...properties,
    ...options,
  });

export const unsubscribe = (messaging: TestMessaging, actor: Principal, subscriptions: readonly string[]) =>
  messaging.call(unsubscribeFromStreams, actor, { subscriptions });
