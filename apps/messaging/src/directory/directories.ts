export { RealmProjections as Directories } from '../projections/realm-projections.js';
