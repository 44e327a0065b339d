--[[ Appends domain events of one service and realm to the log, in sequence, each exactly once; state events also to a second stream, each
  with the id of the one before it, and consumer events to a third stream.
  KEYS[1] entries (stream)   KEYS[2] heads (hash)   KEYS[3] tail (string)
  KEYS[4] state events (stream)   KEYS[5] tail of the state events (string)   KEYS[6] consumer events (stream); all with the hash tag of
  the partition
  ARGV[1] service   ARGV[2] realm id   ARGV[3] sequence of the first event   ARGV[4] entries to keep, about
  ARGV[5] "<sequence> <identity>" of the last event   ARGV[6] the same of the event before the first; both "" if unknown
  ARGV[7] "1" if an empty log may start at the first event although it is not the first of the realm
  then for each event: "1" for a state event, "2" for a consumer event, else "0"; type, payload
  Returns the new head (integer >= 0), or -1 - head if there is a gap, or "conflict" if the events may not belong to the history in the
  log. Then nothing was appended, and the caller must compare the log with its outbox. ]]
local field = ARGV[1] .. ':' .. ARGV[2]
local id_field = field .. ':id'
local ends = redis.call('HMGET', KEYS[2], field, id_field)
local first = tonumber(ARGV[3])
local head = tonumber(ends[1] or (ARGV[7] == '1' and first - 1 or 0))
if first > head + 1 then
  return -1 - head
end
local given = first > head and ARGV[6] or ARGV[5]
-- A former release moves the head without the identity.
if given ~= '' and given ~= ends[2] and ARGV[5] ~= '' and ends[2] and string.find(ends[2], head .. ' ', 1, true) == 1 then
  return 'conflict'
end
local last_state = false
local id, state_id = false, false
local known = head
local sequence = first
for i = 8, #ARGV, 3 do
  if sequence > head then
    id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[4], '*',
      's', ARGV[1], 'r', ARGV[2], 'n', sequence, 't', ARGV[i + 1], 'd', ARGV[i + 2])
    if ARGV[i] == '1' then
      last_state = last_state or redis.call('HGET', KEYS[2], field .. ':fact') or known
      state_id = state_id or redis.call('GET', KEYS[5]) or '0-0'
      redis.call('XADD', KEYS[4], 'MAXLEN', '~', ARGV[4], id,
        's', ARGV[1], 'r', ARGV[2], 'n', sequence, 't', ARGV[i + 1], 'd', ARGV[i + 2], 'f', last_state, 'p', state_id)
      last_state = sequence
      state_id = id
    elseif ARGV[i] == '2' then
      redis.call('XADD', KEYS[6], 'MAXLEN', '~', ARGV[4], id,
        's', ARGV[1], 'r', ARGV[2], 'n', sequence, 't', ARGV[i + 1], 'd', ARGV[i + 2])
    end
    head = sequence
  end
  sequence = sequence + 1
end
if id then
  if ARGV[5] == '' then
    redis.call('HSET', KEYS[2], field, head)
  else
    redis.call('HSET', KEYS[2], field, head, id_field, ARGV[5])
  end
  redis.call('SET', KEYS[3], id)
end
if state_id then
  redis.call('HSET', KEYS[2], field .. ':fact', last_state)
  redis.call('SET', KEYS[5], state_id)
end
return head
