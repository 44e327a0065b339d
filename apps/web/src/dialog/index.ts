export { AriaLanguage } from './aria-language.js';
export { DialogFrame } from './dialog-frame.js';
