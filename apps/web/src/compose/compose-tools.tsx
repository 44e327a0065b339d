import { IconButton } from '../design/icon-button.js';
import { EmojiButton, type EmojiChoice } from '../emoji/index.js';
import { useText } from '../languages/index.js';
import styles from './compose.module.css';
import type { Format } from './format-text.js';

interface Props {
  readonly isPreviewed: boolean;
  readonly onPreview: () => void;
  readonly onAttach: () => void;
  readonly onEmoji: (emoji: EmojiChoice) => void;
  readonly onFormat: (format: Format) => void;
}

const FORMATS = ['bold', 'italic', 'code', 'link'] as const;

/** The buttons below the text. */
export function ComposeTools({ isPreviewed, onPreview, onAttach, onEmoji, onFormat }: Props) {
  const text = useText();
  return (
    <>
      <IconButton icon="clip" label={text('compose.attach')} tip="above" onClick={onAttach} />
      <EmojiButton label={text('compose.emoji')} onPick={onEmoji} />
      {FORMATS.map((format) => (
        <IconButton
          key={format}
          className={styles.format}
          icon={format}
          label={text(`compose.${format}`)}
          tip="above"
          onClick={() => onFormat(format)}
        />
      ))}
      <IconButton
        icon="eye"
        label={text('compose.preview')}
        tip="above"
        aria-pressed={isPreviewed}
        onClick={onPreview}
      />
    </>
  );
}
