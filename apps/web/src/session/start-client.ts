import { ApiClient, ChatClient } from '@chat/chat-client';
import { ClientChanges, Connections, type PageClient } from '../client/index.js';
import { csrfToken, goToSignIn } from './session.js';

const UNAUTHORIZED = 401;

/** Registers with the session of the browser, and follows its events. Without a session it shows the sign-in page. */
export async function startClient(): Promise<PageClient> {
  const api = new ApiClient('', {
    session: { csrfToken },
    onResponse: ({ status }) => {
      if (status === UNAUTHORIZED) goToSignIn();
    },
  });
  const client = new ChatClient(api);
  const connections = new Connections();
  const changes = new ClientChanges(client);
  await client.follow(
    {
      apply_markdown: true,
      slim_presence: true,
      client_capabilities: {
        notification_settings_null: true,
        bulk_message_deletion: true,
        user_avatar_url_field_optional: false,
        stream_typing_notifications: true,
        user_settings_object: true,
      },
    },
    {
      onState: () => connections.set('connected'),
      onEvent: () => connections.set('connected'),
      onError: () => connections.set('lost'),
    },
  );
  return { changes, connections };
}
