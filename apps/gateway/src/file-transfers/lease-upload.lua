--[[ Begins or renews the lease of one upload, unless too many others of its person or of its address have one.
  KEYS[1] leases of the person  KEYS[2] leases of the address (sorted sets: upload id by the end of its lease in ms)
  ARGV[1] upload id  ARGV[2] length of a lease in ms  ARGV[3], ARGV[4] most uploads at a time, of the person and of the address
  Returns 1, or 0 if there are too many. ]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for index, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  if not redis.call('ZSCORE', key, ARGV[1]) and redis.call('ZCARD', key) >= tonumber(ARGV[2 + index]) then
    return 0
  end
end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2])
end
return 1
