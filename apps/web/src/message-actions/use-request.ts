import { useState } from 'react';
import { useText } from '../languages/index.js';
import { reasonOf } from './reason.js';

/** One request of a dialog: it runs once at a time, and a refusal says why. */
export function useRequest(onDone: () => void) {
  const text = useText();
  const [problem, setProblem] = useState('');
  const [isRunning, setRunning] = useState(false);
  const run = async (request: () => Promise<unknown>): Promise<void> => {
    setProblem('');
    setRunning(true);
    try {
      await request();
      onDone();
    } catch (error) {
      setProblem(reasonOf(error, text));
    } finally {
      setRunning(false);
    }
  };
  return { problem, isRunning, run };
}
