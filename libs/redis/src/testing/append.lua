--[[ Appends a value to a list.
  KEYS[1] list  ARGV[1] value
  Returns the length of the list. ]]
return redis.call('RPUSH', KEYS[1], ARGV[1])
