import { Rotation } from '../../core/rotation'
import type { Platform } from '../../core/scope'
import type { CompanyId } from '../../core/storage/schema'
import { AppError } from '../../shared/errors'
import { passwordMinimum } from '../settings/password-minimum'
import { isCommon } from './common-passwords'

/** argon2id with 19 MiB and two passes (reliability.md §2), off the main thread. */
const cost = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
/** Prefix of hashes with the current parameters; any other hash is replaced at the next login. */
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'

/** Maximum number of hashes computed at a time, to leave the CPU to other requests. */
const maxConcurrent = 2
/** Maximum number of waiting requests of one network, and of all: about three seconds of work. */
const maxOfOne = 50
const maxQueued = 100
/** Maximum with one request of each network that has none waiting: ten seconds of work. */
const maxWithNewcomers = 300
/** Networks take turns: a flood from some does not make a login from another wait for all of it. */
const turns = new Rotation<string>(maxConcurrent)

/** @param network address or network of the client; empty for users that are signed in */
async function withHashSlot<R>(network: string, work: () => Promise<R>): Promise<R> {
  const [own, all] = [turns.countWaiting(network), turns.countAllWaiting()]
  const isFull = own >= maxOfOne || all >= (own === 0 ? maxWithNewcomers : maxQueued)
  if (isFull) throw new AppError('ERR_RATE_LIMIT', { retryAfter: 3 })
  return turns.run(network, work)
}

export const hashPassword = (password: string, network = '') =>
  withHashSlot(network, () => Bun.password.hash(password, cost))

/** Hash of a random password: verifying an unknown user takes as long as a known one. */
let dummyHash: Promise<string> | undefined

/** Returns true when the password matches the hash. Without a hash returns false after the same time. */
export async function verifyPassword(password: string, hash: string | undefined, network = ''): Promise<boolean> {
  dummyHash ??= Bun.password.hash(crypto.randomUUID(), cost)
  const against = hash ?? (await dummyHash)
  const same = await withHashSlot(network, () => Bun.password.verify(password, against))
  return same && hash !== undefined
}

export const needsRehash = (hash: string) => !hash.startsWith(currentPrefix)

/** Person whose new password is checked. */
export interface PasswordOwner {
  /** Null for the first user of a new company. */
  companyId: CompanyId | null
  email: string
  name: string
  super?: boolean
}

/**
 * Refuses a weak password: a short one (`min` is the minimum in force), a common one, one known from a breach, and the
 * user's own e-mail or name.
 * @throws ERR_WEAK_PASSWORD
 */
export async function checkPassword(platform: Platform, password: string, owner: PasswordOwner) {
  const min = await passwordMinimum(platform, owner.companyId, owner.super)
  if (password.length < min) throw new AppError('ERR_WEAK_PASSWORD', { min })
  const plain = password.toLowerCase()
  const own = [owner.email, owner.email.split('@')[0] ?? '', owner.name].map((text) => text.toLowerCase())
  const isKnown = own.includes(plain) || (await isCommon(plain)) || (await platform.ports.isBreached(password))
  if (isKnown) throw new AppError('ERR_WEAK_PASSWORD')
}
