interface PressedKey {
  readonly key: string;
  readonly target: EventTarget | null;
}

/** 1 for the arrow key that points to the next part in the direction of the text, -1 for the opposite one, 0 for other keys. */
export function arrowStep({ key, target }: PressedKey): -1 | 0 | 1 {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return 0;
  const isRightToLeft = target instanceof Element && getComputedStyle(target).direction === 'rtl';
  return (key === 'ArrowRight') === isRightToLeft ? -1 : 1;
}
