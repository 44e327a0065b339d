/** See the script's own header. */
export const APPEND_EVENTS = `
--[[ Appends domain events of one service and realm to the log, in sequence, each exactly once.
  KEYS[1] entries (stream)   KEYS[2] heads (hash)   KEYS[3] tail (string)
  ARGV[1] service   ARGV[2] realm id   ARGV[3] sequence of the first event   ARGV[4] about how many entries to keep
  ARGV[5] "1" if the log may start at the first event although earlier ones existed (the log was wiped)
  ARGV[6..] type, payload of each event
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
local id = false
local sequence = first
for i = 6, #ARGV, 2 do
  if sequence > head then
    id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[4], '*',
      's', ARGV[1], 'r', ARGV[2], 'n', sequence, 't', ARGV[i], 'd', ARGV[i + 1])
    head = sequence
  end
  sequence = sequence + 1
end
if id then
  redis.call('HSET', KEYS[2], field, head)
  redis.call('SET', KEYS[3], id)
end
return head
`;
