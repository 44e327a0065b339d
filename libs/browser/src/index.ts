export { startChromium } from './chromium.js';
