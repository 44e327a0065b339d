--[[ Appends the elements of one list to another, in order.
  KEYS[1] from   KEYS[2] to
  Returns the number of moved elements. ]]
local moved = 0
while redis.call('LMOVE', KEYS[1], KEYS[2], 'LEFT', 'RIGHT') do
  moved = moved + 1
end
return moved
