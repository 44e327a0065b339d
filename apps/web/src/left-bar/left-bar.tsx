import type { ReactNode } from 'react';
import type { Address } from '../addresses/index.js';
import { useField } from '../client/index.js';
import { Icon } from '../design/icon.js';
import { IconButton } from '../design/icon-button.js';
import { useText } from '../languages/index.js';
import { runCommand } from '../shortcuts/index.js';
import { AccountMenu } from './account-menu.js';
import { DirectMessages } from './direct-messages.js';
import styles from './left-bar.module.css';
import { Streams } from './streams.js';
import { ViewLinks } from './view-links.js';

interface Props {
  readonly open: Address | undefined;
  readonly search: ReactNode;
}

/** The bar at the start of the page; on phones, a view of its own. */
export function LeftBar({ open, search }: Props) {
  const text = useText();
  const realmName = useField('realm_name') ?? '';
  const iconUrl = useField('realm_icon_url');
  const hasIcon = useField('realm_icon_source') === 'U';
  return (
    <div className={styles.bar}>
      <header>
        <div className={styles.realm}>
          <span className={styles.glyph} aria-hidden="true">
            {hasIcon ? <img src={iconUrl} alt="" /> : <Icon name="leaf" />}
          </span>
          <span className={styles.realmName}>{realmName}</span>
          <IconButton icon="pen" label={text('bar.new_message')} onClick={() => runCommand('compose.stream')} />
        </div>
        {search}
      </header>
      <div className={styles.scroll}>
        <ViewLinks open={open} />
        <DirectMessages open={open} />
        <Streams open={open} />
      </div>
      <AccountMenu />
    </div>
  );
}
