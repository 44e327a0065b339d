/** Connections to Redis, Lua scripts, and one clock for all processes. */
export { BrokerClock } from './broker-clock.js';
export { type ConnectionLogger, type ConnectOptions, connectRedis } from './connect.js';
export { disconnect, isAway, isAwayError } from './disconnect.js';
export { isLoggedLoss } from './lost-connections.js';
export { redisOptions } from './redis-address.js';
export { redisProblem } from './redis-problem.js';
export { RedisScript } from './redis-script.js';
export { untilAnswered } from './until-answered.js';
