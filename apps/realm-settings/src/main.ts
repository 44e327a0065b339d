import { runService } from '@chat/service-kit';
import { RealmSettingsModule } from './realm-settings.module.js';

await runService('realm-settings', RealmSettingsModule);
