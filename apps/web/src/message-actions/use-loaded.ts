import { useEffect, useState } from 'react';
import { useText } from '../languages/index.js';
import { reasonOf } from './reason.js';

/** A value that a dialog needs from the server, once. */
export function useLoaded<Value>(load: () => Promise<Value>): {
  readonly value: Value | undefined;
  readonly problem: string;
} {
  const text = useText();
  const [start] = useState(() => load);
  const [value, setValue] = useState<Value>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isCurrent = true;
    start().then(
      (loaded) => isCurrent && setValue(loaded),
      (error) => isCurrent && setProblem(reasonOf(error, text)),
    );
    return () => {
      isCurrent = false;
    };
  }, [start, text]);
  return { value, problem };
}
