import type { IncomingHttpHeaders } from 'node:http';
import { setting } from '@chat/configuration';
import { Injectable } from '@nestjs/common';
import { hostName } from './realms-by-host.js';

/**
 * The origin FILES_URL, at which browsers read files. A file that a browser wrongly runs there finds no session: the host serves temporary
 * addresses only, which take no credentials.
 */
@Injectable()
export class FilesOrigin {
  private readonly origin = setting('FILES_URL');
  private readonly host = this.origin === null ? undefined : withoutDot(hostName(new URL(this.origin).host));

  get isConfigured(): boolean {
    return this.origin !== null;
  }

  /** Whether a request arrived at the host of this origin, at any port: cookies are the same for all ports. */
  isHostOf({ host }: IncomingHttpHeaders): boolean {
    return this.host !== undefined && withoutDot(hostName(host)) === this.host;
  }

  /** Whether the request comes from a browser, which reads the file there. */
  isFor(headers: IncomingHttpHeaders): boolean {
    return this.origin !== null && headers.authorization === undefined && !this.isHostOf(headers);
  }

  /** `path`: of a temporary address. */
  addressOf = (path: string): string => `${this.origin}${path}`;
}

/** A name with a final dot is the same host. */
const withoutDot = (host: string): string => host.replace(/\.$/, '');
