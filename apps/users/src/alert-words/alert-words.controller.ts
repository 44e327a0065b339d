import { AddOwnAlertWords, GetOwnAlertWords, RemoveOwnAlertWords } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { AlertWordsService } from './alert-words.service.js';

@Controller()
export class AlertWordsController {
  constructor(private readonly alertWords: AlertWordsService) {}

  @MessagePattern(GetOwnAlertWords.pattern)
  get(@Payload() request: GetOwnAlertWords) {
    return this.alertWords.get(request);
  }

  @MessagePattern(AddOwnAlertWords.pattern)
  add(@Payload() request: AddOwnAlertWords) {
    return this.alertWords.add(request);
  }

  @MessagePattern(RemoveOwnAlertWords.pattern)
  remove(@Payload() request: RemoveOwnAlertWords) {
    return this.alertWords.remove(request);
  }
}
