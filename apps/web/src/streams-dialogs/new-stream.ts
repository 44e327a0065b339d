/** The readers of a stream, beginning with the usual ones. */
export const ACCESSES = ['public', 'private', 'web_public'] as const;
export type StreamAccess = (typeof ACCESSES)[number];

interface Stream {
  readonly name: string;
  readonly description: string;
}

/** Parameters of POST /users/me/subscriptions for a new stream. The server subscribes the creator only if it is among the people. */
export const newStream = (stream: Stream, access: StreamAccess, userIds: readonly number[]) => ({
  subscriptions: [stream],
  principals: [...new Set(userIds)],
  invite_only: access === 'private',
  is_web_public: access === 'web_public',
});
