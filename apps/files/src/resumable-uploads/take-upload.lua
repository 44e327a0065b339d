--[[ Takes the lock of an upload, or asks its holder to end.
  KEYS[1] lock (hash: holder, and `wanted` if another request waits)
  ARGV[1] token of the caller  ARGV[2] time in ms after which the lock of a dead holder ends
  Returns 1, or 0 if another request holds the lock. ]]
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('HSET', KEYS[1], 'wanted', 1)
  return 0
end
redis.call('HSET', KEYS[1], 'holder', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
