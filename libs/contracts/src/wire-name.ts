/** `twentyFourHourTime` -> `twenty_four_hour_time`: a camelCase name as it stands on the wire. */
export const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
