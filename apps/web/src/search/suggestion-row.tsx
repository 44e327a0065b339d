import { useClient } from '../client/index.js';
import { Icon } from '../design/icon.js';
import options from '../design/options.module.css';
import { StreamMark } from '../design/stream-mark.js';
import { useText } from '../languages/index.js';
import { colorOf, streamIn } from '../names/index.js';
import { PersonAvatar } from '../people/index.js';
import styles from './search-field.module.css';
import type { Suggestion } from './suggestions.js';

interface Props {
  readonly id: string;
  readonly suggestion: Suggestion;
  readonly isChosen: boolean;
  readonly onAccept: () => void;
}

export function SuggestionRow({ id, suggestion, isChosen, onAccept }: Props) {
  const text = useText();
  const { title, detail } = suggestion;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and its keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the field names the chosen option.
    <div
      id={id}
      className={`${options.option} ${styles.option}`}
      role="option"
      aria-selected={isChosen}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onAccept}
    >
      <Sign sign={suggestion.sign} />
      <span className={styles.title}>{title}</span>
      {detail !== undefined && <span className={styles.detail}>{text(detail.key, detail.values)}</span>}
    </div>
  );
}

function Sign({ sign }: { readonly sign: Suggestion['sign'] }) {
  const client = useClient();
  if ('icon' in sign) return <Icon name={sign.icon} size={17} />;
  if ('person' in sign) return <PersonAvatar userId={sign.person} size={24} showsPresence />;
  const stream = streamIn(client, sign.stream);
  const color = colorOf(stream);
  return <StreamMark color={color} isPrivate={stream?.invite_only} isWebPublic={stream?.is_web_public} size={17} />;
}
