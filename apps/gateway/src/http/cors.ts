import type { IncomingHttpHeaders } from 'node:http';

/** Lets web pages of the configured origins read responses. */
export class CrossOriginRules {
  private readonly origins: ReadonlySet<string>;

  constructor(allowedOrigins: readonly string[]) {
    this.origins = new Set(allowedOrigins);
  }

  /** Headers of every response. */
  headersFor({ origin }: IncomingHttpHeaders): Record<string, string> {
    if (origin === undefined || !this.origins.has(origin)) return { vary: 'origin' };
    return {
      vary: 'origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers':
        'x-request-id, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset',
    };
  }

  /** Further headers of the response to a preflight request. */
  preflightHeaders(methods: readonly string[]): Record<string, string> {
    return {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': '600',
    };
  }
}
