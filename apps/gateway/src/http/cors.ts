import type { IncomingHttpHeaders } from 'node:http';

const EXPOSED = [
  'x-request-id, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset',
  'location, tus-resumable, tus-version, tus-extension, tus-max-size, tus-checksum-algorithm',
  'upload-offset, upload-length, upload-metadata, upload-expires',
].join(', ');
const SENT_BY_TUS = 'tus-resumable, upload-length, upload-offset, upload-metadata, upload-checksum, x-requested-with';

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
      'access-control-expose-headers': EXPOSED,
    };
  }

  /** Further headers of the response to a preflight request. */
  preflightHeaders(methods: readonly string[]): Record<string, string> {
    return {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': `authorization, content-type, ${SENT_BY_TUS}`,
      'access-control-max-age': '600',
    };
  }
}
