import { createHmac, randomBytes } from 'node:crypto'
import { randomToken, type Secrets, sameText } from '../../../../core/secrets'

/** The login that a refresh token names. */
export interface LoginRef {
  tokenId: number
  /** Null in a token of version 0.1.0, which contains only the id of the row. */
  userId: number | null
  /** Random name of the login, stored in its row. Null in tokens of the oldest logins, which have no name. */
  family: string | null
}

/** The row's values that its tokens contain. */
type NamedLogin = { id: number; userId: number; family: string | null }

/**
 * Makes and reads refresh tokens: `{login}-{user}-{family}.{secret}.{seal}`. The seal is a MAC of this server. A token
 * with a valid seal of the same family that is no longer current was stolen; one without is ignored. A secret is random,
 * so that two requests never receive the same token.
 */
export class RefreshTokens {
  private readonly key: Buffer

  constructor(private readonly secrets: Secrets) {
    this.key = secrets.key('refresh-token')
  }

  /** A new token of a login. A first one contains the row's id, so the row is inserted with a placeholder hash. */
  fresh({ id, userId, family }: NamedLogin): string {
    const ids = family === null ? `${id}-${userId}` : `${id}-${userId}-${family}`
    const secret = randomToken()
    return `${ids}.${secret}.${this.sealOf(ids, secret)}`
  }

  /** The login that a token names, or null when the seal is invalid. */
  loginOf(token: string): LoginRef | null {
    const [ids = '', secret = '', seal = ''] = token.split('.')
    if (!sameText(seal, this.sealOf(ids, secret))) return null
    const [tokenId = '', userId, family = null] = ids.split('-')
    return { tokenId: Number(tokenId), userId: userId === undefined ? null : Number(userId), family }
  }

  /** The hash stored in `tokens`. */
  hash = (token: string) => this.secrets.hash(token)

  private sealOf = (ids: string, secret: string) =>
    createHmac('sha256', this.key).update(`seal ${ids}.${secret}`).digest('base64url')
}

/** Random name of a new login, without the characters that separate the parts of a token. */
export const newFamily = () => randomBytes(12).toString('hex')
