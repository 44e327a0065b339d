import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { ZcommandController } from './zcommand.controller.js';

@Module({ imports: [AccountChangesModule], controllers: [ZcommandController] })
export class ZcommandModule {}
