--[[ Stores when a user was last seen.
  KEYS[1] presences of the realm (hash: user id -> "<active at> <connected at>")
  ARGV[1] user id   ARGV[2] now, UTC seconds   ARGV[3] "active" or "idle"   ARGV[4] lifetime of the hash, seconds
  Returns the times stored before, or false. ]]
local before = redis.call('HGET', KEYS[1], ARGV[1])
local active = before and string.match(before, '^%d+') or '0'
if ARGV[3] == 'active' then active = ARGV[2] end
redis.call('HSET', KEYS[1], ARGV[1], active .. ' ' .. ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return before
