import {
  AttachmentRemoved,
  type FileClaimsChange,
  FileClaimsChanged,
  type FilePreviewChange,
  FilePreviewChanged,
  type LoggedEvent,
  type RemovedAttachment,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { ShownFilesService } from './shown-files.service.js';

const GROUP = { group: 'messaging-shown-files' };

@Controller()
export class ShownFilesConsumer {
  constructor(private readonly shownFiles: ShownFilesService) {}

  @EventPattern(FilePreviewChanged.type, GROUP)
  onPreviewChanged(@Payload() { realmId, payload }: LoggedEvent<FilePreviewChange>) {
    return this.shownFiles.onPreviewChanged(realmId, payload.fileId);
  }

  @EventPattern(AttachmentRemoved.type, GROUP)
  onRemoved(@Payload() { realmId, payload }: LoggedEvent<{ readonly attachment: RemovedAttachment }>) {
    return this.shownFiles.onRemoved(realmId, payload.attachment.id);
  }

  @EventPattern(FileClaimsChanged.type, GROUP)
  async onClaimsChanged(@Payload() { realmId, payload: { added } }: LoggedEvent<FileClaimsChange>) {
    if (added.length > 0) await this.shownFiles.onClaimed(realmId, added);
  }
}
