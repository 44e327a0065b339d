import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef } from 'react';
import { showAlertWords } from './content/alert-words.js';
import './content/content.css';
import './content/code.css';
import { clickContent } from './content/content-clicks.js';
import { nameActor } from './content/name-actor.js';
import { prepareContent } from './content/prepare-content.js';
import { useContentActions, useContentReader } from './content-context.js';

interface Props {
  /** The server's HTML. */
  readonly html: string;
  readonly className?: string | undefined;
  /** For a message about an act of its sender: the name in place of `/me`. */
  readonly actor?: string | undefined;
  /** The server found alert words of the reader. */
  readonly hasAlertWord?: boolean | undefined;
}

/** The rendered content of a message, a draft or a preview. */
export function MessageContent({ html, className, actor, hasAlertWord = false }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const reader = useContentReader();
  const actions = useContentActions();
  useLayoutEffect(() => {
    const content = prepareContent(html, reader);
    if (actor !== undefined) nameActor(content, actor);
    if (hasAlertWord && reader.alertWords !== null) showAlertWords(content, reader.alertWords);
    element.current?.replaceChildren(content);
  }, [html, reader, actor, hasAlertWord]);

  const onClick = (event: MouseEvent) => {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!opensElsewhere && clickContent(event.target as Element, actions)) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.key !== 'Enter' || target.getAttribute('role') !== 'link') return;
    if (clickContent(target, actions)) event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the elements inside have roles and keys of their own.
    <div ref={element} className={`rendered ${className ?? ''}`} onClick={onClick} onKeyDown={onKeyDown} />
  );
}
