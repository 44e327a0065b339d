--[[ Finds the requests of one caller that wait in lists.
  KEYS[1..] lists of requests
  ARGV[1..] the beginning of each packet after its pattern: '"i":<id>,"r":"<reply list>"'
  Returns the positions among ARGV, from 1, of the packets that wait. ]]
local found = {}
for _, key in ipairs(KEYS) do
  for _, packet in ipairs(redis.call('LRANGE', key, 0, -1)) do
    local head = string.sub(packet, 1, 300)
    for place, part in ipairs(ARGV) do
      if string.find(head, part, 1, true) then found[#found + 1] = place end
    end
  end
end
return found
