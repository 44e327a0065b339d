export * from './drop-unfit-profile-values.request.js';
export * from './profile-data.endpoints.js';
export * from './profile-data.events.js';
