--[[ Releases the lock of an upload, if the caller still holds it.
  KEYS[1] lock (hash)  ARGV[1] token of the holder ]]
if redis.call('HGET', KEYS[1], 'holder') == ARGV[1] then
  redis.call('DEL', KEYS[1])
end
return 1
