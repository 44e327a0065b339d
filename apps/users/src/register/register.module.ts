import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { RealmModule } from '../realm/realm.module.js';
import { RealmAccountsModule } from '../realm-accounts/realm-accounts.module.js';
import { RegisterController } from './register.controller.js';

@Module({
  imports: [ApiKeysModule, RealmModule, RealmAccountsModule],
  controllers: [RegisterController],
})
export class RegisterModule {}
