/** Connections to Redis that reconnect by themselves, Lua scripts, and the one clock that all processes can read. */
export { BrokerClock } from './broker-clock.js';
export { type ConnectionLogger, type ConnectOptions, connectRedis } from './connect.js';
export { giveUp, isAway } from './give-up.js';
export { RedisScript } from './redis-script.js';
export { untilAnswered } from './until-answered.js';
