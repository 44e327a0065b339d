import { runService } from '@chat/service-kit';
import { RealmSettingsModule } from './realm-settings.module.js';

/** Resolves when the service serves. */
export const started = runService('realm-settings', RealmSettingsModule);
