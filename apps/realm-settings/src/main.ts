import { runService } from '@chat/runtime';
import { RealmSettingsModule } from './realm-settings.module.js';

await runService('realm-settings', (resources) => RealmSettingsModule.with(resources));
