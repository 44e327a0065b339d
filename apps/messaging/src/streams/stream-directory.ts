export { StreamsProjection as StreamDirectory } from '../stream-records/streams.projection.js';
