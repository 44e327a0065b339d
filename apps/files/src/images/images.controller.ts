import { BeginImage, BeginImageMove, OpenImage } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ImageDownloadsService } from './image-downloads.service.js';
import { ImageUploadsService } from './image-uploads.service.js';

@Controller()
export class ImagesController {
  constructor(
    private readonly uploads: ImageUploadsService,
    private readonly downloads: ImageDownloadsService,
  ) {}

  @MessagePattern(BeginImage.pattern)
  begin(@Payload() request: BeginImage) {
    return this.uploads.begin(request);
  }

  @MessagePattern(BeginImageMove.pattern)
  beginMove(@Payload() request: BeginImageMove) {
    return this.uploads.beginMove(request);
  }

  @MessagePattern(OpenImage.pattern)
  open(@Payload() request: OpenImage) {
    return this.downloads.open(request);
  }
}
