import { ApplyFileClaims, type FileClaimsChange } from '@chat/contracts';
import type { RequestContext } from '@chat/redis-rpc';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';

/** Changes of one request that the files service applies before the response. It applies the others when it reads their events. */
const MAX_APPLIED_AT_ONCE = 5;

/** Has the files service apply changes of claims, so that the next request of a client sees them. */
@Injectable()
export class AppliedClaims {
  constructor(private readonly afterCommit: AfterCommit) {}

  /** Call it after the commit. Never rejects. */
  async settle(realmId: number, changes: readonly FileClaimsChange[], cause: RequestContext): Promise<void> {
    for (const change of changes.slice(0, MAX_APPLIED_AT_ONCE)) {
      await this.afterCommit.ask(ApplyFileClaims, { realmId, ...change }, cause);
    }
  }
}
