import { LogReader } from '@chat/event-log';
import { RedisTransportClient } from '@chat/redis-rpc';
import { Module } from '@nestjs/common';
import { ProfileFields } from './profile-fields.js';
import { RealmRendering } from './realm-rendering.js';
import { Realms } from './realms.js';

@Module({
  providers: [
    {
      provide: Realms,
      inject: [LogReader, RedisTransportClient],
      useFactory: (reader: LogReader, client: RedisTransportClient) => new Realms(reader, client),
    },
    {
      provide: ProfileFields,
      inject: [LogReader, RedisTransportClient],
      useFactory: (reader: LogReader, client: RedisTransportClient) => new ProfileFields(reader, client),
    },
    {
      provide: RealmRendering,
      inject: [LogReader, RedisTransportClient],
      useFactory: (reader: LogReader, client: RedisTransportClient) => new RealmRendering(reader, client),
    },
  ],
  exports: [Realms, ProfileFields, RealmRendering],
})
export class RealmModule {}
