--[[ Opens or renews the session of an events replica.
  KEYS[1] sessions (sorted set by time of expiry, ms)
  ARGV[1] session   ARGV[2] lifetime, ms   ARGV[3] "open" or "renew"
  Returns the live sessions, or false if the session to renew has expired: it ends for good. ]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if ARGV[3] == 'renew' and not redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  return false
end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
return redis.call('ZRANGE', KEYS[1], 0, -1)
