import { Rotation } from '../../../../core/rotation'
import type { Platform } from '../../../../core/scope'
import type { CompanyId } from '../../../../core/storage/schema'
import { AppError } from '../../../../shared/errors'
import { passwordMinimum } from '../../../platform/settings/password-minimum'
import { isCommon } from './common-passwords'

/** Memory (KiB) and passes of one hash. */
interface HashCost {
  memoryCost: number
  timeCost: number
}
/** 19 MiB and two passes, the minimum of OWASP's Password Storage Cheat Sheet for argon2id. */
const productionCost: HashCost = { memoryCost: 19_456, timeCost: 2 }

/** Maximum number of hashes computed at a time, to leave the CPU to other requests. */
const maxConcurrent = 2
/** Maximum number of waiting requests of one network, and of all: about three seconds of work. */
const maxOfOne = 50
const maxQueued = 100
/** Maximum with one request of each network that has none waiting: ten seconds of work. */
const maxWithNewcomers = 300

/** Password hash, argon2id, computed off the main thread; a process has one hasher, whose queue all requests share. */
export class PasswordHasher {
  /** Networks take turns: a flood from some does not make a login from another wait for all of it. */
  private readonly turns = new Rotation<string>(maxConcurrent)
  /** Prefix of hashes with the current parameters. */
  private readonly prefix: string
  /** Hash of a random password: verifying an unknown user takes as long as a known one. */
  private dummyHash: Promise<string> | undefined

  constructor(private readonly cost: HashCost = productionCost) {
    this.prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$`
  }

  /**
   * @param network address or network of the client; empty for users that are signed in
   * @throws ERR_RATE_LIMIT when too many hashes wait
   */
  hash(password: string, network = ''): Promise<string> {
    return this.withSlot(network, () => this.compute(password))
  }

  /**
   * Returns true when the password matches the hash. Without a hash returns false after the same time.
   * @throws ERR_RATE_LIMIT when too many hashes wait
   */
  async verify(password: string, hash: string | undefined, network = ''): Promise<boolean> {
    this.dummyHash ??= this.compute(crypto.randomUUID())
    const against = hash ?? (await this.dummyHash)
    const same = await this.withSlot(network, () => Bun.password.verify(password, against))
    return same && hash !== undefined
  }

  /** True for a hash with other parameters, which is replaced at the next login. */
  needsRehash(hash: string): boolean {
    return !hash.startsWith(this.prefix)
  }

  private compute(password: string) {
    return Bun.password.hash(password, { algorithm: 'argon2id', ...this.cost })
  }

  private async withSlot<R>(network: string, work: () => Promise<R>): Promise<R> {
    const [own, all] = [this.turns.countWaiting(network), this.turns.countAllWaiting()]
    const isFull = own >= maxOfOne || all >= (own === 0 ? maxWithNewcomers : maxQueued)
    if (isFull) throw new AppError('ERR_RATE_LIMIT', { retryAfter: 3 })
    return this.turns.run(network, work)
  }
}

/** Person whose new password is checked. */
interface PasswordOwner {
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
