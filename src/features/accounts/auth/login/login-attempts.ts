import type { Platform } from '../../../../core/scope'
import type { Authenticator } from '../authenticator'

interface Attempt {
  email: string
  userId: number | undefined
  ip: string
}

/**
 * Counts a login attempt before the password is verified. The limit per account does not apply to addresses from which
 * the account has signed in before, so that guesses from elsewhere do not lock its owner out. `succeeded` takes the
 * attempt back. @throws ERR_RATE_LIMIT
 */
export async function countLoginAttempt({ limits, platform }: Authenticator, { email, userId, ip }: Attempt) {
  const pair = `${email} ${ip}`
  limits.loginAddress.take(ip)
  limits.login.take(pair)
  const isKnown = await hasSignedInFrom(platform, userId ?? 0, ip)
  const [account, key] = userId === undefined ? [limits.unknownAccount, email] : [limits.account, `${userId}`]
  if (!isKnown) account.take(key)
  return {
    succeeded() {
      limits.loginAddress.giveBack(ip)
      limits.login.forget(pair)
      if (!isKnown) account.giveBack(key)
    },
  }
}

/** True for an address of one of the user's logins, which are kept until a day after their end. */
async function hasSignedInFrom({ db }: Platform, userId: number, address: string): Promise<boolean> {
  const logins = db.selectFrom('tokens').select('id').where('userId', '=', userId).where('address', '=', address)
  return (await logins.limit(1).executeTakeFirst()) !== undefined
}
