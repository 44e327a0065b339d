import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../loading/index.js';
import { LoadingPart } from '../shortcuts/index.js';
import type { MenuItem } from './menu-items.js';
import { OPENING_KEYS } from './opening-keys.js';

const loadMenu = () => import('./open-menu.js');
const OpenMenu = lazyPart(loadMenu);

interface ButtonProps {
  readonly ref: React.RefObject<HTMLButtonElement | null>;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly onClick: () => void;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: React.KeyboardEvent) => void;
}

interface Props {
  readonly label: string;
  readonly items: () => readonly MenuItem[];
  readonly placement?: 'bottom end' | 'bottom start' | 'top start' | 'top end' | undefined;
  readonly children: (props: ButtonProps) => ReactNode;
}

/** A button that opens a menu. The code of menus loads when the pointer or the focus comes near the first one. */
export function MenuButton({ label, items, placement = 'bottom end', children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const chosen = useRef<() => void>(undefined);
  useEffect(() => {
    const action = chosen.current;
    if (isOpen || action === undefined) return;
    chosen.current = undefined;
    // The page takes the focus again now. First: a dialog that the action opens gives the focus back to where it was.
    button.current?.focus();
    action();
  }, [isOpen]);
  const open = () => {
    setWasOpen(true);
    setIsOpen(true);
  };
  const preload = () => void loadMenu().catch(() => undefined);
  return (
    <>
      {children({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: open,
        onPointerEnter: preload,
        onFocus: preload,
        onKeyDown: (event) => {
          if (!OPENING_KEYS.has(event.key)) return;
          event.preventDefault();
          open();
        },
      })}
      {wasOpen && (
        <Suspense fallback={<LoadingPart />}>
          <OpenMenu
            label={label}
            trigger={button}
            items={isOpen ? items() : []}
            isOpen={isOpen}
            placement={placement}
            onChoose={(action) => {
              chosen.current = action;
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
