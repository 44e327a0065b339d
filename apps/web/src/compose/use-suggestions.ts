import { useEffect, useRef, useState } from 'react';
import { useClient } from '../client/index.js';
import type { Destination } from '../sending/index.js';
import { whenIdle } from '../storage/index.js';
import { type Suggestion, type Trigger, triggerAt } from '../typeahead/index.js';
import { prepareSuggestions } from './prepared-suggestions.js';
import { suggestionsFor } from './suggestion-sources.js';

interface Offered {
  readonly trigger: Trigger;
  readonly suggestions: readonly Suggestion[];
}

/** Suggestions for the text before the caret, and the chosen one. `dismiss` hides them until the word changes. */
export function useSuggestions(text: string, caret: number, isFocused: boolean, destination: Destination) {
  const client = useClient();
  const [offered, setOffered] = useState<Offered>();
  const [chosen, setChosen] = useState(0);
  const dismissed = useRef<number>(undefined);
  const trigger = isFocused ? triggerAt(text, caret) : undefined;
  const key = trigger === undefined ? '' : `${trigger.kind} ${trigger.start} ${trigger.stream ?? ''} ${trigger.query}`;
  if (trigger === undefined || trigger.start !== dismissed.current) dismissed.current = undefined;

  useEffect(() => {
    if (isFocused) whenIdle(() => prepareSuggestions(client));
  }, [client, isFocused]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the trigger, which is another object each time.
  useEffect(() => {
    setChosen(0);
    if (trigger === undefined || dismissed.current !== undefined) return setOffered(undefined);
    let isCurrent = true;
    void suggestionsFor(client, trigger, destination)
      .catch(() => [])
      .then((suggestions) => {
        if (isCurrent) setOffered(suggestions.length === 0 ? undefined : { trigger, suggestions });
      });
    return () => {
      isCurrent = false;
    };
  }, [client, key, destination]);

  // Old suggestions must not complete another word.
  const current = offered !== undefined && trigger?.start === offered.trigger.start ? offered : undefined;
  return {
    suggestions: current?.suggestions ?? NONE,
    trigger: current === undefined ? undefined : trigger,
    chosen: Math.min(chosen, (current?.suggestions.length ?? 1) - 1),
    move: (step: number) => {
      const count = current?.suggestions.length ?? 0;
      if (count > 0) setChosen((at) => (at + step + count) % count);
    },
    dismiss: () => {
      dismissed.current = trigger?.start;
      setOffered(undefined);
    },
  };
}

const NONE: readonly Suggestion[] = [];
