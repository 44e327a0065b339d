import { DROP_QUEUE } from './drop-queue.lua.js';

/** See the script's own header. */
export const DROP_QUEUES = `
--[[ Drops queues whole, with all that only they refer to, and tells whoever waits on them. Needs no lease: a holder finds out.
  KEYS[1] activity (sorted set)
  ARGV[1] prefix of the shard's keys (same hash tag)   ARGV[2] the shard's channel
  ARGV[3] "idle": only those without a fetch since ARGV[4] (ms before now); "owned": only those of user ARGV[4] in realm ARGV[5];
    "any"
  ARGV[6..] queue ids
  Returns the ids that were dropped. ]]
local prefix = ARGV[1]
${DROP_QUEUE}
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
`;
