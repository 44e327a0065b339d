--[[ Appends domain events of one service and realm to the log, in sequence, each exactly once; state events also to a second stream.
  KEYS[1] entries (stream)   KEYS[2] heads (hash)   KEYS[3] tail (string)
  KEYS[4] state events (stream)   KEYS[5] tail of the state events (string); all with the hash tag of the partition
  ARGV[1] service   ARGV[2] realm id   ARGV[3] sequence of the first event   ARGV[4] entries to keep, about
  ARGV[5] "1" if an empty log may start at the first event although it is not the first of the realm (the log was lost)
  then for each event: "1" for a state event, type, payload
  Returns the new head (integer >= 0), or -1 - head if there is a gap. Then nothing was appended, and the caller must first append the
  events after `head`. ]]
local field = ARGV[1] .. ':' .. ARGV[2]
local head = redis.call('HGET', KEYS[2], field)
local first = tonumber(ARGV[3])
if head then
  head = tonumber(head)
elseif ARGV[5] == '1' then
  head = first - 1
else
  head = 0
end
if first > head + 1 then
  return -1 - head
end
local last_state = false
local id, state_id = false, false
local known = head
local sequence = first
for i = 6, #ARGV, 3 do
  if sequence > head then
    id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[4], '*',
      's', ARGV[1], 'r', ARGV[2], 'n', sequence, 't', ARGV[i + 1], 'd', ARGV[i + 2])
    if ARGV[i] == '1' then
      last_state = last_state or redis.call('HGET', KEYS[2], field .. ':fact') or known
      redis.call('XADD', KEYS[4], 'MAXLEN', '~', ARGV[4], id,
        's', ARGV[1], 'r', ARGV[2], 'n', sequence, 't', ARGV[i + 1], 'd', ARGV[i + 2], 'f', last_state)
      last_state = sequence
      state_id = id
    end
    head = sequence
  end
  sequence = sequence + 1
end
if id then
  redis.call('HSET', KEYS[2], field, head)
  redis.call('SET', KEYS[3], id)
end
if state_id then
  redis.call('HSET', KEYS[2], field .. ':fact', last_state)
  redis.call('SET', KEYS[5], state_id)
end
return head
