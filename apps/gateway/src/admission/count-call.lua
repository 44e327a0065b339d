--[[ Counts calls in the current window of a caller; the window begins with its first call.
  KEYS[1] count (string)
  ARGV[1] length of the window in ms   ARGV[2] calls to add; 0 only reads
  Returns {calls in the window, ms until it ends}. ]]
if ARGV[2] == '0' then
  return {tonumber(redis.call('GET', KEYS[1]) or 0), math.max(0, redis.call('PTTL', KEYS[1]))}
end
local calls = redis.call('INCRBY', KEYS[1], ARGV[2])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], left)
end
return {calls, left}
