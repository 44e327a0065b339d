import { Command, Principal, runCommand } from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { ZcommandService } from './zcommand.service.js';

@Controller()
export class ZcommandController {
  constructor(private readonly zcommand: ZcommandService) {}

  @Handles(runCommand)
  run(@Actor() actor: Principal, @Parameters() { command }: Command) {
    return this.zcommand.run(actor, command);
  }
}
