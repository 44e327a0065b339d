export { KeysDialog } from './keys-dialog.js';
