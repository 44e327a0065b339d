import { Module } from '@nestjs/common';
import { RealmModule } from '../realm/realm.module.js';
import { RealmDomainsController } from './realm-domains.controller.js';
import { RealmDomainsService } from './realm-domains.service.js';

@Module({
  imports: [RealmModule],
  controllers: [RealmDomainsController],
  providers: [RealmDomainsService],
})
export class RealmDomainsModule {}
