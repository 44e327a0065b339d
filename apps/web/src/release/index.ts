export { NewRelease } from './new-release.js';
