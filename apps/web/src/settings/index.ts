export { SettingsDialogs } from './settings-dialogs.js';
