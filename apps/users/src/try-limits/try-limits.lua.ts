/*
 * Failed tries are counted before the password is looked at: a try takes one of the places that are left, so a hundred at once
 * are no way around a limit of five.
 */

/** See the script's own header. */
export const BEGIN_TRY = `
--[[ Lets a try begin, if failures and tries under way leave room for it.
  KEYS[1] failures (sorted set: try -> ms)   KEYS[2] tries under way (sorted set: try -> ms at which it counts as dead)
  ARGV[1] name of the try   ARGV[2] limit   ARGV[3] window in ms   ARGV[4] ms that a try may take
  Returns 0 it may begin, -1 others under way may use up what is left (ask again), else the ms until one may try again. ]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
local limit = tonumber(ARGV[2])
local failures = redis.call('ZCARD', KEYS[1])
if failures >= limit then
  local freed = redis.call('ZRANGE', KEYS[1], failures - limit, failures - limit, 'WITHSCORES')
  return math.max(1, math.ceil(tonumber(freed[2]) + window - now))
end
if failures + redis.call('ZCARD', KEYS[2]) >= limit then
  return -1
end
redis.call('ZADD', KEYS[2], now + tonumber(ARGV[4]), ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return 0
`;

/** See the script's own header. */
export const END_TRY = `
--[[ Ends a try.
  KEYS as above   ARGV[1] name of the try   ARGV[2] window in ms   ARGV[3] failed | succeeded | forget (forgets failures, too)
  Returns 0. ]]
redis.call('ZREM', KEYS[2], ARGV[1])
if ARGV[3] == 'failed' then
  local time = redis.call('TIME')
  redis.call('ZADD', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
elseif ARGV[3] == 'forget' then
  redis.call('DEL', KEYS[1])
end
return 0
`;
