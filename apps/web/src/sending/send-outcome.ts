/** A response to a send; undefined if none came, or none in JSON. */
export interface SendResponse {
  readonly status: number;
  readonly body: { readonly id?: number; readonly msg?: string; readonly 'retry-after'?: number };
}

export type SendOutcome =
  | { readonly kind: 'sent'; readonly messageId: number }
  | { readonly kind: 'refused'; readonly reason: string }
  /** The message may have been sent or not; the key makes a repetition safe. */
  | { readonly kind: 'unsure'; readonly retryAfterMs?: number }
  /** The session has ended: the text waits for the next one. */
  | { readonly kind: 'signed-out' };

export function outcomeOf(response: SendResponse | undefined): SendOutcome {
  if (response === undefined) return { kind: 'unsure' };
  const { status, body } = response;
  if (status === 200 && typeof body.id === 'number') return { kind: 'sent', messageId: body.id };
  if (status === 401) return { kind: 'signed-out' };
  if (status === 429) return { kind: 'unsure', retryAfterMs: 1_000 * (body['retry-after'] ?? 1) };
  // Timeouts, and proxies without a server behind them.
  if (status === 408 || status >= 500 || status < 400) return { kind: 'unsure' };
  return { kind: 'refused', reason: body.msg ?? '' };
}
