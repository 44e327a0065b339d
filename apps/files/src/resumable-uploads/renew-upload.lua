--[[ Renews the lock of an upload.
  KEYS[1] lock (hash)
  ARGV[1] token of the holder  ARGV[2] time in ms after which the lock of a dead holder ends
  Returns 1, or 0 if the holder shall end: another request waits or has the lock. ]]
if redis.call('HGET', KEYS[1], 'holder') ~= ARGV[1] then
  return 0
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1 - redis.call('HEXISTS', KEYS[1], 'wanted')
