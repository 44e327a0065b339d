/** Why a bot did not answer. */
export type Failure =
  | { readonly kind: 'refused' | 'timeout' | 'connection' | 'malformed' | 'too-long' | 'busy' | 'direct' }
  /** `answer`: the beginning of the body. */
  | { readonly kind: 'answer'; readonly answer: string }
  /** Not 2xx. */
  | { readonly kind: 'status'; readonly status: number; readonly answer: string }
  /** `reason`: the error with which messaging refused the reply. */
  | { readonly kind: 'reply'; readonly reason: string };

/** The end of a request to a bot. */
export type Outcome =
  | { readonly kind: 'reply'; readonly content: string; readonly widgetContent?: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly failure: Failure };

export const failed = (failure: Failure): Outcome => ({ kind: 'failed', failure });

/** For people: the end of a sentence about the bot. */
export function phraseOf(failure: Failure): string {
  if (failure.kind !== 'status') return PHRASES[failure.kind];
  const { status } = failure;
  const isRedirect = status >= 300 && status < 400;
  return `its server responded with status ${status}${isRedirect ? ', a redirect, which is not followed' : ''}`;
}

const PHRASES: Record<Exclude<Failure['kind'], 'status'>, string> = {
  refused: 'its address does not lead to a server that may be contacted',
  timeout: 'its server did not respond in time',
  connection: 'the connection to its server failed',
  malformed: 'the response of its server is not valid HTTP',
  answer: 'the response of its server is not a JSON object with a text as reply',
  'too-long': 'the response of its server is longer than 1 MiB',
  busy: 'too many messages wait for it',
  direct: 'bots with the format of Slack get no direct messages',
  reply: 'its reply cannot be sent',
};
