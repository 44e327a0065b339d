export * from './logo.endpoints.js';
