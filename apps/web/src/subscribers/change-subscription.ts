import type { ApiClient } from '@chat/chat-client';

/** Subscribes the reader, or ends that. Resolves with the reason of the server if it refuses. */
export async function changeSubscription(api: ApiClient, name: string, isWanted: boolean): Promise<string | undefined> {
  const { status, body } = await (isWanted
    ? api.call('POST', '/users/me/subscriptions', { subscriptions: [{ name }] })
    : api.call('DELETE', '/users/me/subscriptions', { subscriptions: [name] }));
  return status === 200 ? undefined : (body.msg as string);
}
