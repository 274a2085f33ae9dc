import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'
import { isCommon } from './common-passwords'

/** argon2id with 19 MiB and two passes (reliability.md §2), off the main thread. */
const cost = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
/** What a hash of today begins with; another beginning is hashed anew at the next login. */
const todays = '$argon2id$v=19$m=19456,t=2,p=1$'

/** More than this at once would take the machine from everybody else. */
const atOnce = 2
/** And more than this in line, some three seconds, would only make everybody wait for a crowd. */
const inLine = 100
let running = 0
const waiting: (() => void)[] = []

async function inTurn<R>(work: () => Promise<R>): Promise<R> {
  if (waiting.length >= inLine) throw new AppError('ERR_RATE_LIMIT', { retryAfter: 3 })
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashPassword = (password: string) => inTurn(() => Bun.password.hash(password, cost))

/** What nobody's password hashes to: an unknown person costs the same time as a known one. */
let nobody: Promise<string> | undefined

/** True when the password is that of the hash; without a hash false, after the same time. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  nobody ??= Bun.password.hash(crypto.randomUUID(), cost)
  const against = hash ?? (await nobody)
  const same = await inTurn(() => Bun.password.verify(password, against))
  return same && hash !== undefined
}

export const needsRehash = (hash: string) => !hash.startsWith(todays)

/**
 * Refuses a password nobody should have (400 ERR_WEAK_PASSWORD): a common one, the person's own e-mail or name, and
 * for a super user one of fewer than 12 characters. Length bounds are the schema's.
 */
export function checkPassword(password: string, of: { email: string; name: string; super?: boolean }) {
  const plain = password.toLowerCase()
  const own = [of.email, of.email.split('@')[0] ?? '', of.name].map((text) => text.toLowerCase())
  if (of.super && password.length < limits.password.superMin)
    throw new AppError('ERR_WEAK_PASSWORD', { min: limits.password.superMin })
  if (own.includes(plain) || isCommon(plain)) throw new AppError('ERR_WEAK_PASSWORD')
}
