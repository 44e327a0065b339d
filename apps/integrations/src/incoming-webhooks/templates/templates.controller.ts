import { PreviewParameters, Principal, previewWebhook } from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { PreviewService } from './preview.service.js';

@Controller()
export class TemplatesController {
  constructor(private readonly previews: PreviewService) {}

  @Handles(previewWebhook)
  preview(@Actor() actor: Principal, @Parameters() parameters: PreviewParameters) {
    return this.previews.preview(actor, parameters);
  }
}
