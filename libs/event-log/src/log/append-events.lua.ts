/** See the script's own header. */
export const APPEND_EVENTS = `
--[[ Appends domain events of one service and realm to the log, in sequence, each exactly once; facts also to the facts.
  KEYS[1] entries (stream)   KEYS[2] heads (hash)   KEYS[3] tail (string)   KEYS[4] facts (stream)   KEYS[5] facts' tail (string)
  ARGV[1] service   ARGV[2] realm id   ARGV[3] sequence of the first event   ARGV[4] about how many entries to keep
  ARGV[5] "1" if the log may start at the first event although earlier ones existed (the log was wiped)
  ARGV[6..] "1" for a fact, type, payload of each event
  Returns the new head (integer >= 0), or a negative number when nothing was appended:
    -1 - head  there is a gap: the log's head is \`head\`, the caller must append what follows it first. ]]
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
local last_fact = false
local id, fact_id = false, false
local known = head
local sequence = first
for i = 6, #ARGV, 3 do
  if sequence > head then
    id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[4], '*',
      's', ARGV[1], 'r', ARGV[2], 'n', sequence, 't', ARGV[i + 1], 'd', ARGV[i + 2])
    if ARGV[i] == '1' then
      last_fact = last_fact or redis.call('HGET', KEYS[2], field .. ':fact') or known
      redis.call('XADD', KEYS[4], 'MAXLEN', '~', ARGV[4], id,
        's', ARGV[1], 'r', ARGV[2], 'n', sequence, 't', ARGV[i + 1], 'd', ARGV[i + 2], 'f', last_fact)
      last_fact = sequence
      fact_id = id
    end
    head = sequence
  end
  sequence = sequence + 1
end
if id then
  redis.call('HSET', KEYS[2], field, head)
  redis.call('SET', KEYS[3], id)
end
if fact_id then
  redis.call('HSET', KEYS[2], field .. ':fact', last_fact)
  redis.call('SET', KEYS[5], fact_id)
end
return head
`;
