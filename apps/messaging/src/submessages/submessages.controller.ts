import { addSubmessage, NewSubmessage, Principal } from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { SubmessagesService } from './submessages.service.js';

@Controller()
export class SubmessagesController {
  constructor(private readonly submessages: SubmessagesService) {}

  @Handles(addSubmessage)
  add(@Actor() actor: Principal, @Parameters() submessage: NewSubmessage) {
    return this.submessages.add(actor, submessage);
  }
}
