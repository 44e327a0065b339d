/** See the script's own header. */
export const MOVE_WAITING = `
--[[ Puts what waits in one list behind what waits in another, in order.
  KEYS[1] from   KEYS[2] to
  Returns how many that were. ]]
local moved = 0
while redis.call('LMOVE', KEYS[1], KEYS[2], 'LEFT', 'RIGHT') do
  moved = moved + 1
end
return moved
`;
