/** See the script's own header. */
export const TAKE_SHARD = `
--[[ Makes a session the holder of a shard, if the shard's holder is the one whom the caller knows to be gone.
  KEYS[1] lease (hash)
  ARGV[1] session that held it, "" when released or never held   ARGV[2] new session   ARGV[3] new instance
  ARGV[4..] names of the cursor fields
  Returns {fencing token, version, cursor or false ...}, or false when somebody else was faster. ]]
local holder = redis.call('HGET', KEYS[1], 's') or ''
if holder ~= ARGV[1] then
  return false
end
if redis.call('HSETNX', KEYS[1], 'v', 0) == 1 then
  -- Not from 0: after Redis lost everything a token must not be one that a holder of before still has.
  local time = redis.call('TIME')
  redis.call('HSETNX', KEYS[1], 't', time[1] * 1000000 + time[2])
end
redis.call('HINCRBY', KEYS[1], 't', 1)
redis.call('HSET', KEYS[1], 's', ARGV[2], 'i', ARGV[3])
return redis.call('HMGET', KEYS[1], 't', 'v', unpack(ARGV, 4))
`;

/** See the script's own header. */
export const RELEASE_SHARD = `
--[[ Gives a shard back, so that another replica need not wait for the session to expire.
  KEYS[1] lease (hash)   ARGV[1] fencing token   ARGV[2] channel that tells the replicas   ARGV[3] shard
  Returns 1, or 0 when it was held no longer. ]]
if redis.call('HGET', KEYS[1], 't') ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 's', '', 'i', '')
redis.call('PUBLISH', ARGV[2], ARGV[3])
return 1
`;
