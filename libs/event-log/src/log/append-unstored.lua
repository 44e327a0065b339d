--[[ Appends one domain event that is in no outbox and is no state event, with the next sequence of its service and realm.
  KEYS[1] entries (stream)   KEYS[2] heads (hash)   KEYS[3] tail (string)
  ARGV[1] service   ARGV[2] realm id   ARGV[3] about how many entries to keep   ARGV[4] type   ARGV[5] payload
  Returns the sequence. ]]
local sequence = redis.call('HINCRBY', KEYS[2], ARGV[1] .. ':' .. ARGV[2], 1)
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[3], '*',
  's', ARGV[1], 'r', ARGV[2], 'n', sequence, 't', ARGV[4], 'd', ARGV[5])
redis.call('SET', KEYS[3], id)
return sequence
