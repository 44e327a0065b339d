--[[ Makes a session the holder of a shard, unless the holder has changed since the caller read it.
  KEYS[1] lease of the shard (hash)
  ARGV[1] expected holder, "" for none   ARGV[2] new session   ARGV[3] new instance   ARGV[4] new fencing token
  ARGV[5] epoch of the data   ARGV[6] history of the server that the caller checked   ARGV[7..] names of the cursor fields
  Returns {version, cursor or false ...}, or false if the shard has another holder. ]]
local holder = redis.call('HGET', KEYS[1], 's') or ''
if holder ~= ARGV[1] then
  return false
end
-- A check of the epoch writes them for all shards; a lease that is gone since then begins with the same.
redis.call('HSETNX', KEYS[1], 'e', ARGV[5])
redis.call('HSETNX', KEYS[1], 'l', ARGV[6])
redis.call('HSETNX', KEYS[1], 'v', 0)
redis.call('HSET', KEYS[1], 't', ARGV[4], 's', ARGV[2], 'i', ARGV[3])
return redis.call('HMGET', KEYS[1], 'v', unpack(ARGV, 7))
