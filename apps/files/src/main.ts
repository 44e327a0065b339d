import { runService } from '@chat/service-kit';
import { FilesModule } from './files.module.js';

await runService('files', FilesModule);
