import type { CSSProperties } from 'react';
import { streamColor } from './stream-color.js';

/** Sets `--stream` for an element and its contents. */
export const streamStyle = (color: string): CSSProperties => ({ '--stream': streamColor(color) }) as CSSProperties;
