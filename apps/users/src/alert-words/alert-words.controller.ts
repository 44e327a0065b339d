import {
  AlertWordList,
  addAlertWords,
  getAlertWords,
  NewAlertWords,
  Principal,
  removeAlertWords,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { AlertWordsService } from './alert-words.service.js';

@Controller()
export class AlertWordsController {
  constructor(private readonly alertWords: AlertWordsService) {}

  @Handles(getAlertWords)
  get(@Actor() actor: Principal) {
    return this.alertWords.get(actor);
  }

  @Handles(addAlertWords)
  add(@Actor() actor: Principal, @Parameters() { alertWords }: NewAlertWords) {
    return this.alertWords.add(actor, alertWords);
  }

  @Handles(removeAlertWords)
  remove(@Actor() actor: Principal, @Parameters() { alertWords }: AlertWordList) {
    return this.alertWords.remove(actor, alertWords);
  }
}
