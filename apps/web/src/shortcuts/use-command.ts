import { useEffect, useEffectEvent } from 'react';
import { type Command, type CommandHandler, provideCommand } from './commands.js';

/** Provides a command while the component is on the screen. */
export function useCommand(command: Command, handler: CommandHandler): void {
  const latest = useEffectEvent(handler);
  useEffect(() => provideCommand(command, () => latest()), [command]);
}
