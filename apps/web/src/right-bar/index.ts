export { RightBar } from './right-bar.js';
