--[[ Functions that the scripts of event queues share; goes before them.
  A queue counts its ids anew in each epoch of the data, because ids from its stored next id on may belong to lost events. The field `e` of
  the queue is its epoch, and `g` the ids that it skipped: `<first>:<next> <first>:<next> ...`. ]]
-- More than the events that one queue can have got in a lost tail.
local LOST_IDS = 600000
local MAX_SKIPPED_LENGTH = 256

-- Returns the next id of the queue in the epoch.
local function enter_epoch(queue, next_id, epoch)
  local first = math.max(tonumber(epoch), next_id + LOST_IDS)
  local from, skipped = string.format('%.0f', next_id), redis.call('HGET', queue, 'g') or ''
  local earlier, earlier_from = string.match(skipped, '^(.-)(%d+):' .. from .. '$')
  if earlier then
    -- The queue has issued no id since the last epoch.
    skipped, from = earlier, earlier_from
  elseif #skipped > MAX_SKIPPED_LENGTH then
    -- Ids between these stretches then count as lost: their client registers again, and misses nothing.
    skipped, from = '', string.match(skipped, '^%d+')
  elseif skipped ~= '' then
    skipped = skipped .. ' '
  end
  redis.call('HSET', queue, 'e', epoch, 'n', first, 'g', skipped .. from .. ':' .. string.format('%.0f', first))
  return first
end

local function was_skipped(skipped, id)
  for from, to in string.gmatch(skipped, '(%d+):(%d+)') do
    if id >= tonumber(from) and id < tonumber(to) then return true end
  end
  return false
end
