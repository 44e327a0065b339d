import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { arrowStep } from '../design/arrow-step.js';
import { IconButton } from '../design/icon-button.js';
import { useText } from '../languages/index.js';
import styles from './lightbox.module.css';

interface Props {
  /** The link around the preview that was pressed. */
  readonly link: HTMLAnchorElement;
  readonly onClose: () => void;
}

/** One picture in full; the arrow keys go through those of the view. */
export default function Lightbox({ link, onClose }: Props) {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const [pictures] = useState(() => [...document.querySelectorAll<HTMLAnchorElement>('[role="feed"] a.picture')]);
  const [index, setIndex] = useState(() => Math.max(0, pictures.indexOf(link)));
  const shown = pictures[index] ?? link;
  // Not a layout effect: React ignores the focus events of its end.
  useEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => {
      element?.close();
      link.focus({ preventScroll: true });
    };
  }, [link]);

  const go = (step: number) => setIndex((at) => (at + step + pictures.length) % Math.max(1, pictures.length));
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    go(arrowStep(event));
  };
  const name = shown.querySelector('img')?.alt ?? '';
  return (
    <dialog
      ref={dialog}
      className={styles.lightbox}
      aria-label={name}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.head}>
        <span>{name}</span>
        <a href={shown.href} target="_blank" rel="noopener noreferrer">
          {text('message.original')}
        </a>
        <IconButton icon="close" label={text('actions.close')} onClick={onClose} />
      </div>
      <img key={shown.href} src={shown.href} alt={name} />
      {pictures.length > 1 && (
        <>
          <IconButton
            className={styles.previous}
            icon="back"
            label={text('message.previousPicture')}
            onClick={() => go(-1)}
          />
          <IconButton className={styles.next} icon="right" label={text('message.nextPicture')} onClick={() => go(1)} />
        </>
      )}
    </dialog>
  );
}
