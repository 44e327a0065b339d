import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { ZcommandController } from './zcommand.controller.js';
import { ZcommandService } from './zcommand.service.js';

@Module({ imports: [AccountChangesModule], controllers: [ZcommandController], providers: [ZcommandService] })
export class ZcommandModule {}
