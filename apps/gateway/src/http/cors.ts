import type { IncomingHttpHeaders } from 'node:http';

const MAX_AGE_SECONDS = '600';

/** Which web pages of other origins may read answers. None unless configured. */
export class CrossOriginRules {
  private readonly origins: ReadonlySet<string>;

  constructor(allowedOrigins: readonly string[]) {
    this.origins = new Set(allowedOrigins);
  }

  get isEnabled(): boolean {
    return this.origins.size > 0;
  }

  /** Headers for an answer to a request with these headers. */
  headersFor({ origin }: IncomingHttpHeaders): Record<string, string> {
    if (origin === undefined || !this.origins.has(origin)) return { vary: 'origin' };
    return {
      vary: 'origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers':
        'x-request-id, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset',
    };
  }

  /** Headers for the answer to a preflight request, beside {@link headersFor}. */
  preflightHeaders(methods: readonly string[]): Record<string, string> {
    return {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': MAX_AGE_SECONDS,
    };
  }
}
