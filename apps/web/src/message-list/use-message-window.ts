import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AddressTerm } from '../addresses/index.js';
import { useClient, useMessageView } from '../client/index.js';
import { onMarkedUnread } from '../read-marking/index.js';
import { ListController } from './list-controller.js';
import { setCurrentList } from './list-handle.js';
import { type ListWindow, sliceOf, withinLimit } from './list-window.js';
import { placeOf, rememberPlace } from './places.js';
import { useOpening } from './use-opening.js';
import { useReadMarking } from './use-read-marking.js';
import { useVisit } from './use-visit.js';

interface Options {
  /** Equal for the same narrow. */
  readonly key: string;
  readonly terms: readonly AddressTerm[];
  /** The message of a link. */
  readonly near: number | undefined;
}

/** The messages of a view that have elements, and the state of the list around them. */
export function useMessageWindow({ key, terms, near }: Options) {
  const client = useClient();
  const { view, snapshot } = useMessageView(terms);
  const [window, setWindow] = useState<ListWindow | null>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const scrollerRef = useRef<HTMLDivElement>(null);
  const feedRef = useRef<HTMLDivElement>(null);
  const marking = useReadMarking(terms, near);
  const visit = useVisit(snapshot, { isOpen: window !== null, isAtEnd });
  const isUnread = useCallback((id: number) => client.state.unread?.has(id) === true, [client]);

  const latestMarking = useRef(marking);
  latestMarking.current = marking;
  const latestVisit = useRef(visit);
  latestVisit.current = visit;
  const controller = useMemo(
    () =>
      new ListController(view, {
        window: setWindow,
        atEnd: setAtEnd,
        inSight(ids) {
          view.reading = ids[0] ?? null;
          latestMarking.current.inSight(ids);
        },
      }),
    [view],
  );
  useOpening(view, { near, place: placeOf(key), isUnread }, (opening) => {
    setWindow(controller.open(opening));
    visit.open(isUnread);
  });
  useLayoutEffect(() => {
    const [scroller, feed] = [scrollerRef.current, feedRef.current];
    if (scroller === null || feed === null) return;
    const detach = controller.attach(scroller, feed);
    return () => {
      rememberPlace(key, controller.placeToRemember);
      detach();
    };
  }, [key, controller]);
  useLayoutEffect(() => controller.committed(window));
  useEffect(() => setCurrentList(controller), [controller]);
  useEffect(
    () =>
      onMarkedUnread((firstId) => {
        latestMarking.current.stop();
        latestVisit.current.markUnreadFrom(firstId);
      }),
    [],
  );

  const { ids, foundNewest } = snapshot;
  const fitted = window === null ? null : withinLimit(ids, window, isAtEnd);
  if (fitted !== window) setWindow(fitted);
  const { start, end } = window === null ? { start: 0, end: 0 } : sliceOf(ids, window);
  return {
    scrollerRef,
    feedRef,
    view,
    snapshot,
    shown: useMemo(() => ids.slice(start, end), [ids, start, end]),
    idBefore: ids[start - 1],
    firstUnread: visit.firstUnread,
    arrived: visit.arrived,
    isAtEnd: isAtEnd && foundNewest,
    arrivedBelow: visit.countBelow,
    handle: controller,
  };
}
