import { type CSSProperties, useState } from 'react';
import styles from './avatar.module.css';
import { Icon } from './icon.js';
import { initials, personHue } from './person.js';

export type Presence = 'active' | 'idle' | 'offline';

interface Props {
  readonly userId: number;
  readonly name: string;
  /** Address of a picture; without one, the initials stand on the color of the person. */
  readonly picture?: string | null | undefined;
  readonly presence?: Presence | undefined;
  readonly isBot?: boolean | undefined;
  /** Width and height in pixels; the default follows the density. */
  readonly size?: number | undefined;
}

/** A person as a picture. The name stands next to it, so assistive programs skip it. */
export function Avatar({ userId, name, picture, presence, isBot = false, size }: Props) {
  /** A picture that did not load. */
  const [failed, setFailed] = useState<string>();
  const style = {
    '--hue': personHue(userId),
    ...(size === undefined ? {} : { '--avatar': `${size}px` }),
  } as CSSProperties;
  return (
    <span
      className={isBot ? styles.bot : styles.avatar}
      style={style}
      data-presence={presence === 'offline' ? undefined : presence}
      aria-hidden="true"
    >
      {picture && picture !== failed ? (
        <img
          className={styles.picture}
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(picture)}
        />
      ) : isBot ? (
        <Icon name="gear" size={Math.round((size ?? 36) * 0.5)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}
