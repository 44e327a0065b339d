import { ServiceModule } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { INTEGRATIONS } from './integrations.options.js';

@Module({ imports: [ServiceModule.forRoot(INTEGRATIONS)] })
export class IntegrationsModule {}
