--[[ Drops queues with their entries and bodies, and publishes their ids for the polls on them. Needs no lease: the holder compares its
  queues with the stored ones from time to time.
  KEYS[1] activity (sorted set)
  ARGV[1] prefix of the shard's keys   ARGV[2] channel of the shard
  ARGV[3] condition: "any"; "idle": the last fetch was at least ARGV[4] ms ago; "owned": belongs to user ARGV[4] of realm ARGV[5]
  ARGV[6..] queue ids
  Returns the ids of the dropped queues. ]]
local cutoff = 0
if ARGV[3] == 'idle' then
  local time = redis.call('TIME')
  cutoff = time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[4]
end
local dropped = {}
for i = 6, #ARGV do
  local id = ARGV[i]
  local state = redis.call('HMGET', prefix .. 'q:' .. id, 'u', 'r')
  local may = state[1] and true or false
  if ARGV[3] == 'owned' then
    may = state[1] == ARGV[4] and state[2] == ARGV[5]
  elseif ARGV[3] == 'idle' then
    local last = redis.call('ZSCORE', KEYS[1], id)
    may = last and tonumber(last) <= cutoff
  end
  if may then
    drop_queue(id)
    dropped[#dropped + 1] = id
  end
end
if #dropped > 0 then redis.call('PUBLISH', ARGV[2], table.concat(dropped, ',')) end
return dropped
