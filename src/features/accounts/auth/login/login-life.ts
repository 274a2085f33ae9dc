/** Decides how long a login lasts: days after which an unused one ends (docs/behaviour.md, "Logins"). */
const refreshDays = 14
export const refreshSeconds = refreshDays * 24 * 3600
/** Days after which a login ends even if it is used daily (docs/adr/0061). */
export const loginDays = 30
/**
 * Seconds the previous refresh token stays valid, for tabs that refresh at the same moment and for responses that were
 * lost.
 */
export const graceSeconds = 30
/** Seconds after the first fork of a login's refresh tokens from which only one of them may be used on. */
export const settleSeconds = 60

const dayMs = 24 * 3600 * 1000

/** Epoch milliseconds of the absolute end of a login begun at `createdAt` (ISO 8601). */
export const absoluteEnd = (createdAt: string) => Date.parse(createdAt) + loginDays * dayMs

/** The time (ISO 8601) at which a login ends when it is used now and never again. */
export const expiryAfterUse = (createdAt: string, now: Date) =>
  new Date(Math.min(now.getTime() + refreshDays * dayMs, absoluteEnd(createdAt))).toISOString()
