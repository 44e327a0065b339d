--[[ Releases a shard, so that another replica can take it before the session expires.
  KEYS[1] lease of the shard (hash)
  ARGV[1] fencing token   ARGV[2] channel of all replicas   ARGV[3] shard
  Returns 1, or 0 if the token is not the current one. ]]
if redis.call('HGET', KEYS[1], 't') ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 's', '', 'i', '')
redis.call('PUBLISH', ARGV[2], ARGV[3])
return 1
