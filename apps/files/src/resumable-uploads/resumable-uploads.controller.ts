import {
  ContinueResumableUpload,
  CreateResumableUpload,
  FindResumableUpload,
  TerminateResumableUpload,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ResumableUploadsService } from './resumable-uploads.service.js';

@Controller()
export class ResumableUploadsController {
  constructor(private readonly uploads: ResumableUploadsService) {}

  @MessagePattern(CreateResumableUpload.pattern)
  create(@Payload() request: CreateResumableUpload) {
    return this.uploads.create(request);
  }

  @MessagePattern(FindResumableUpload.pattern)
  find(@Payload() request: FindResumableUpload) {
    return this.uploads.find(request);
  }

  @MessagePattern(ContinueResumableUpload.pattern)
  continue(@Payload() request: ContinueResumableUpload) {
    return this.uploads.continue(request);
  }

  @MessagePattern(TerminateResumableUpload.pattern)
  terminate(@Payload() request: TerminateResumableUpload) {
    return this.uploads.terminate(request);
  }
}
