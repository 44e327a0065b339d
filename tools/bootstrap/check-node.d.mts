export const MINIMUM_NODE: string;
export function isSupported(version: string): boolean;
export function checkNode(): void;
