--[[ Makes a session the holder of a shard, unless the holder has changed since the caller read it.
  KEYS[1] lease of the shard (hash)
  ARGV[1] expected holder, "" for none   ARGV[2] new session   ARGV[3] new instance   ARGV[4..] names of the cursor fields
  Returns {fencing token, version, cursor or false ...}, or false if the shard has another holder. ]]
local holder = redis.call('HGET', KEYS[1], 's') or ''
if holder ~= ARGV[1] then
  return false
end
if redis.call('HSETNX', KEYS[1], 'v', 0) == 1 then
  -- Not 0: after a loss of all data, a former holder may still have a low token.
  local time = redis.call('TIME')
  redis.call('HSETNX', KEYS[1], 't', time[1] * 1000000 + time[2])
end
redis.call('HINCRBY', KEYS[1], 't', 1)
redis.call('HSET', KEYS[1], 's', ARGV[2], 'i', ARGV[3])
return redis.call('HMGET', KEYS[1], 't', 'v', unpack(ARGV, 4))
