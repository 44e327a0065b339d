--[[ Begins or renews the lease of one upload of a person, unless too many others have a lease.
  KEYS[1] leases of the person (sorted set: upload id by the end of its lease in ms)
  ARGV[1] upload id  ARGV[2] length of a lease in ms  ARGV[3] most uploads at a time
  Returns 1, or 0 if there are too many. ]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then
  return 0
end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
