import { FileResponse } from '../http/index.js';

/** A ring that turns. */
const RING = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64"><circle cx="32" cy="32" r="24" fill="none" stroke="#777" stroke-width="6" stroke-linecap="round" stroke-dasharray="100 60"><animateTransform attributeName="transform" type="rotate" from="0 32 32" to="360 32 32" dur="1s" repeatCount="indefinite"/></circle></svg>`;

/** Stands in messages for a preview that is not made yet. */
export const placeholder = (): FileResponse =>
  new FileResponse('image/svg+xml', RING, { 'cache-control': 'public, max-age=86400' });
