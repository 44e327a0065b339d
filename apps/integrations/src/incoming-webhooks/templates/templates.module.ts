import { Module } from '@nestjs/common';
import { BotsModule } from '../../bots/bots.module.js';
import { PreviewService } from './preview.service.js';
import { TemplateRenderer } from './template-renderer.js';
import { TemplatesController } from './templates.controller.js';
import { WebhookTemplates } from './webhook-templates.js';

@Module({
  imports: [BotsModule],
  controllers: [TemplatesController],
  providers: [TemplateRenderer, WebhookTemplates, PreviewService],
  exports: [WebhookTemplates],
})
export class TemplatesModule {}
