import { SetUserTopic } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { UserTopicsService } from './user-topics.service.js';

@Controller()
export class UserTopicsController {
  constructor(private readonly userTopics: UserTopicsService) {}

  @MessagePattern(SetUserTopic.pattern)
  set(@Payload() request: SetUserTopic) {
    return this.userTopics.set(request);
  }
}
