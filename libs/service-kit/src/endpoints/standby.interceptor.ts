import type { RpcContext } from '@chat/redis-rpc';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { RealmReads } from '../realm-reads.js';

/** Lets a standby serve the reads of a handler. */
@Injectable()
export class StandbyInterceptor implements NestInterceptor {
  constructor(private readonly reads: RealmReads) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (!this.reads.hasStandbys) return next.handle();
    const { realmId } = context.switchToRpc().getContext<RpcContext>().request;
    return from(this.reads.run(realmId, () => lastValueFrom(next.handle())));
  }
}
