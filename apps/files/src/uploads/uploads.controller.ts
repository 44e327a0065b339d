import { BeginUpload } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { UploadsService } from './uploads.service.js';

@Controller()
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @MessagePattern(BeginUpload.pattern)
  begin(@Payload() request: BeginUpload) {
    return this.uploads.begin(request);
  }
}
