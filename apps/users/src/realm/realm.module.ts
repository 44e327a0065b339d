import { LogReader } from '@chat/event-log';
import { RedisTransportClient } from '@chat/redis-rpc';
import { Module } from '@nestjs/common';
import { ProfileFields } from './profile-fields.js';
import { RealmFacts } from './realm-facts.js';
import { RealmRendering } from './realm-rendering.js';

@Module({
  providers: [
    {
      provide: RealmFacts,
      inject: [LogReader, RedisTransportClient],
      useFactory: (reader: LogReader, client: RedisTransportClient) => new RealmFacts(reader, client),
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
  exports: [RealmFacts, ProfileFields, RealmRendering],
})
export class RealmModule {}
