import { SetUserTopic } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { UserTopicsHandler } from './user-topics.handler.js';

@Controller()
export class UserTopicsRpc {
  constructor(private readonly userTopics: UserTopicsHandler) {}

  @MessagePattern(SetUserTopic.pattern)
  set(@Payload() request: SetUserTopic) {
    return this.userTopics.set(request);
  }
}
