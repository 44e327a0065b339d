/** The oldest supported Node.js, as in `20.19`. */
export const MINIMUM_NODE: string;

/** Whether the project runs on this version of Node.js. */
export function isSupported(version: string): boolean;

/** Ends the process with a clear message if Node.js is too old. */
export function checkNode(): void;
