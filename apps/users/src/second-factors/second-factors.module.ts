import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { RecentSignInModule } from '../recent-sign-in/recent-sign-in.module.js';
import { TryLimitsModule } from '../try-limits/try-limits.module.js';
import { SecondFactorCodes } from './second-factor-codes.js';
import { SecondFactorsController } from './second-factors.controller.js';
import { SecondFactorsService } from './second-factors.service.js';
import { TotpSetUps } from './totp-set-ups.js';

@Module({
  imports: [AccountChangesModule, RecentSignInModule, TryLimitsModule],
  controllers: [SecondFactorsController],
  providers: [SecondFactorCodes, SecondFactorsService, TotpSetUps],
  exports: [SecondFactorCodes, TotpSetUps],
})
export class SecondFactorsModule {}
