import { runService } from '@chat/service-kit';
import { FilesModule } from './files.module.js';

/** Resolves when the service serves. */
export const started = runService('files', FilesModule);
