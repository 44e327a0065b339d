import type { IconName } from '../design/icons.js';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName | undefined;
  /** Key that does the same, as in the list of keys. */
  readonly shortcut?: string | undefined;
  readonly isDangerous?: boolean | undefined;
  readonly onAction: () => void;
}
