import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { RecentSignInModule } from '../recent-sign-in/recent-sign-in.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { TryLimitsModule } from '../try-limits/try-limits.module.js';
import { PasskeyChallenges } from './passkey-challenges.js';
import { PasskeySignInService } from './passkey-sign-in.service.js';
import { PasskeysController } from './passkeys.controller.js';
import { PasskeysService } from './passkeys.service.js';

@Module({
  imports: [AccountChangesModule, RecentSignInModule, SignInModule, TryLimitsModule],
  controllers: [PasskeysController],
  providers: [PasskeyChallenges, PasskeySignInService, PasskeysService],
})
export class PasskeysModule {}
