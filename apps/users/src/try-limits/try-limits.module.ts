import { ServiceResources } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { TryLimits } from './try-limits.js';

@Module({
  providers: [
    {
      provide: TryLimits,
      inject: [ServiceResources],
      useFactory: ({ redis }: ServiceResources) => new TryLimits(redis),
    },
  ],
  exports: [TryLimits],
})
export class TryLimitsModule {}
