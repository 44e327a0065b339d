--[[ Finds, or takes out, the requests of one caller that wait in lists.
  KEYS[1..] lists of requests
  ARGV[1] 'find' or 'remove'
  ARGV[2..] the beginning of each packet after its pattern: '"i":<id>,"r":"<reply list>"'
  Returns the positions among the packets, from 1, of those that wait. ]]
local place = {}
for index = 2, #ARGV do place[ARGV[index]] = index - 1 end
local found = {}
for _, key in ipairs(KEYS) do
  for _, packet in ipairs(redis.call('LRANGE', key, 0, -1)) do
    local wanted = place[string.match(string.sub(packet, 1, 300), '"i":%d+,"r":"[^"]*"')]
    if wanted then
      found[#found + 1] = wanted
      if ARGV[1] == 'remove' then redis.call('LREM', key, 1, packet) end
    end
  end
end
return found
