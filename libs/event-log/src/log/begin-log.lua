--[[ Begins the log of one service and realm anew after an event, and appends a mark of that to both streams.
  KEYS[1] entries (stream)   KEYS[2] heads (hash)   KEYS[3] tail (string)
  KEYS[4] state events (stream)   KEYS[5] tail of the state events (string)   KEYS[6] epoch (string); all with the hash tag of the partition
  ARGV[1] service   ARGV[2] realm id   ARGV[3] entries to keep, about   ARGV[4] type of the mark
  ARGV[5] head and ARGV[6] its identity with its sequence, as read before ("" for none)
  ARGV[7] sequence of the event after which the log begins   ARGV[8] its identity with its sequence, or "" if unknown
  Returns the new epoch, or 0 with nothing done if the log has changed since it was read. ]]
local field = ARGV[1] .. ':' .. ARGV[2]
local ends = redis.call('HMGET', KEYS[2], field, field .. ':id')
if (ends[1] or '') ~= ARGV[5] or (ends[2] or '') ~= ARGV[6] then
  return 0
end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local epoch = math.max(now, tonumber(redis.call('GET', KEYS[6]) or 0) + 1)
local payload = string.format('{"epoch":%.0f}', epoch)
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[3], '*',
  's', ARGV[1], 'r', ARGV[2], 'n', ARGV[7], 't', ARGV[4], 'd', payload)
-- A reader of a former release finds a gap before the mark.
redis.call('XADD', KEYS[4], 'MAXLEN', '~', ARGV[3], id,
  's', ARGV[1], 'r', ARGV[2], 'n', ARGV[7], 't', ARGV[4], 'd', payload, 'f', string.format('%.0f', tonumber(ARGV[7]) - 1),
  'p', redis.call('GET', KEYS[5]) or '0-0')
redis.call('HSET', KEYS[2], field, ARGV[7], field .. ':fact', ARGV[7])
if ARGV[8] == '' then
  redis.call('HDEL', KEYS[2], field .. ':id')
else
  redis.call('HSET', KEYS[2], field .. ':id', ARGV[8])
end
redis.call('SET', KEYS[3], id)
redis.call('SET', KEYS[5], id)
redis.call('SET', KEYS[6], string.format('%.0f', epoch))
return epoch
