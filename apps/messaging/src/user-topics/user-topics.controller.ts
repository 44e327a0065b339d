import { muteTopic, Principal, setUserTopic, TopicMuteChange, TopicVisibilityChoice } from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { UserTopicsService } from './user-topics.service.js';

@Controller()
export class UserTopicsController {
  constructor(private readonly userTopics: UserTopicsService) {}

  @Handles(setUserTopic)
  set(@Actor() actor: Principal, @Parameters() choice: TopicVisibilityChoice) {
    return this.userTopics.set(actor, choice);
  }

  @Handles(muteTopic)
  mute(@Actor() actor: Principal, @Parameters() change: TopicMuteChange) {
    return this.userTopics.mute(actor, change);
  }
}
