import { Fragment, useState } from 'react';
import { KeyCaps } from '../design/key-caps.js';
import { DialogFrame } from '../dialog/index.js';
import { useText } from '../languages/index.js';
import { areSingleKeysOn, SHORTCUT_GROUPS, SHORTCUTS, setSingleKeys } from '../shortcuts/index.js';
import styles from './keys-dialog.module.css';

/** All keys by group, and the switch for keys without Control. */
export default function OpenKeysDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  return (
    <DialogFrame title={text('keys.show')} isWide onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by keyboard. */}
      <section className={styles.groups} tabIndex={0} aria-label={text('keys.show')}>
        {SHORTCUT_GROUPS.map((group) => (
          <section key={group} className={styles.group}>
            <h3 className={styles.groupTitle}>{text(`keys.group.${group}`)}</h3>
            <dl>
              {SHORTCUTS.filter((shortcut) => shortcut.group === group).map(({ label, keys }) => (
                <div key={label} className={styles.key}>
                  <dt>{text(label)}</dt>
                  <dd>
                    {keys.map((key, index) => (
                      <Fragment key={key}>
                        {index > 0 && <span className={styles.or}>{text('keys.or')}</span>}
                        <KeyCaps keys={key} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
      <label className={styles.single}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setSingleKeys(target.checked);
            setIsOn(target.checked);
          }}
        />
        <span>
          {text('keys.single')} <small>{text('keys.single_hint')}</small>
        </span>
      </label>
    </DialogFrame>
  );
}
