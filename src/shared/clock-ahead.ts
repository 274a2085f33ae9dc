/** Most ms by which a stored time may lie ahead: clocks of machines differ a little. */
export const maxAheadMs = 5 * 60_000

/** True for a time that was stored while the clock was ahead; it says nothing about its age. */
export const isAhead = (at: string, now: number) => Date.parse(at) > now + maxAheadMs
