export { MenuButton } from './menu-button.js';
export type { MenuItem } from './menu-items.js';
export { OPENING_KEYS } from './opening-keys.js';
