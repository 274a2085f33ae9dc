import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'
import { isCommon } from './common-passwords'

/** argon2id with 19 MiB and two passes (reliability.md §2), off the main thread. */
const cost = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
/** Prefix of hashes with the current parameters; any other hash is replaced at the next login. */
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'

/** Maximum number of hashes computed at a time, to leave the CPU to other requests. */
const maxConcurrent = 2
/** Maximum number of waiting requests, about three seconds of work; more are answered with 429. */
const maxQueued = 100
let running = 0
const waiting: (() => void)[] = []

async function withHashSlot<R>(work: () => Promise<R>): Promise<R> {
  if (waiting.length >= maxQueued) throw new AppError('ERR_RATE_LIMIT', { retryAfter: 3 })
  if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashPassword = (password: string) => withHashSlot(() => Bun.password.hash(password, cost))

/** Hash of a random password: verifying an unknown user takes as long as a known one. */
let dummyHash: Promise<string> | undefined

/** Returns true when the password matches the hash. Without a hash returns false after the same time. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  dummyHash ??= Bun.password.hash(crypto.randomUUID(), cost)
  const against = hash ?? (await dummyHash)
  const same = await withHashSlot(() => Bun.password.verify(password, against))
  return same && hash !== undefined
}

export const needsRehash = (hash: string) => !hash.startsWith(currentPrefix)

/**
 * Refuses a weak password: a common one, the user's own e-mail or name, and for a super user one of fewer than 12
 * characters. The schema checks the length.
 * @throws ERR_WEAK_PASSWORD
 */
export function checkPassword(password: string, of: { email: string; name: string; super?: boolean }) {
  const plain = password.toLowerCase()
  const own = [of.email, of.email.split('@')[0] ?? '', of.name].map((text) => text.toLowerCase())
  if (of.super && password.length < limits.password.superMin)
    throw new AppError('ERR_WEAK_PASSWORD', { min: limits.password.superMin })
  if (own.includes(plain) || isCommon(plain)) throw new AppError('ERR_WEAK_PASSWORD')
}
