import {
  type LoggedEvent,
  RefreshBotStreams,
  StreamArchived,
  type StreamArchivedPayload,
  StreamsInSightChanged,
  type StreamsInSightChangedPayload,
  StreamUpdated,
  type StreamUpdatedPayload,
  SubscriptionsRemoved,
  type SubscriptionsRemovedPayload,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { BotStreams } from './bot-streams.js';

const GROUP = { group: 'users-bot-streams' };

/** Keeps the default streams of bots as their owners see them. */
@Controller()
export class BotStreamsConsumer {
  constructor(private readonly streams: BotStreams) {}

  /** Messaging sends it right after its commit. */
  @MessagePattern(RefreshBotStreams.pattern)
  onRequest(@Payload() { realmId, streamIds }: RefreshBotStreams, @Ctx() { request }: RpcContext) {
    return this.streams.refresh(realmId, streamIds, request.requestId);
  }

  @EventPattern(StreamUpdated.type, GROUP)
  onStreamUpdated(@Payload() event: LoggedEvent<StreamUpdatedPayload>) {
    const { stream, previous, subscriberIds } = event.payload;
    if (previous.name === undefined && subscriberIds === null) return undefined;
    return this.refresh(event, [stream.streamId]);
  }

  @EventPattern(StreamArchived.type, GROUP)
  onStreamArchived(@Payload() event: LoggedEvent<StreamArchivedPayload>) {
    return this.refresh(event, [event.payload.stream.streamId]);
  }

  @EventPattern(SubscriptionsRemoved.type, GROUP)
  onSubscriptionsRemoved(@Payload() event: LoggedEvent<SubscriptionsRemovedPayload>) {
    return this.refresh(
      event,
      event.payload.streams.map(({ stream }) => stream.streamId),
    );
  }

  @EventPattern(StreamsInSightChanged.type, GROUP)
  onStreamsInSightChanged(@Payload() event: LoggedEvent<StreamsInSightChangedPayload>) {
    return this.refresh(
      event,
      event.payload.disappeared.map(({ streamId }) => streamId),
    );
  }

  private refresh({ realmId, logId }: LoggedEvent<unknown>, streamIds: readonly number[]): Promise<void> {
    return this.streams.refresh(realmId, streamIds, `bot-streams ${logId}`);
  }
}
