export * from './visible-streams.events.js';
