export { startChromium } from '@chat/browser';
