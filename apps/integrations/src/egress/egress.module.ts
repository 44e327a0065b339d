import { Egress } from '@chat/egress';
import { Module } from '@nestjs/common';

/** The one way to addresses that users named. */
@Module({ providers: [{ provide: Egress, useFactory: () => Egress.fromSettings() }], exports: [Egress] })
export class EgressModule {}
