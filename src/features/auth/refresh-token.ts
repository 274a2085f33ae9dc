import { createHmac } from 'node:crypto'
import { randomToken, type Secrets, sameText } from '../../core/secrets'

/** The row of `tokens` that a refresh token names, and its user. */
export interface LoginRef {
  tokenId: number
  /** Null in a token of version 0.1.0, which named the row alone. */
  userId: number | null
}

/**
 * A refresh token is `{login}-{user}.{secret}.{seal}`. The seal proves that this server made it: a sealed token that is
 * no longer current betrays a theft, an unsealed one is noise. The next secret is derived from the present one, so that
 * two tabs that refresh at the same moment, or repeat a request whose response was lost, receive the same token.
 */
export class RefreshTokens {
  private readonly key: Buffer

  constructor(private readonly secrets: Secrets) {
    this.key = secrets.key('refresh-token')
  }

  /** The first token of a new login; the row is written with a placeholder first, because its id is part of it. */
  fresh = (tokenId: number, userId: number) => this.seal(`${tokenId}-${userId}`, randomToken())

  /** The token that follows this one. */
  next(token: string, { id: tokenId, userId }: { id: number; userId: number }): string {
    const [named = '', secret = ''] = token.split('.')
    return this.seal(`${tokenId}-${userId}`, this.mac(`next ${named}.${secret}`))
  }

  /** The login that a token of this server names, or null for an invented one. */
  loginOf(token: string): LoginRef | null {
    const [named = '', secret = '', seal = ''] = token.split('.')
    if (!sameText(seal, this.mac(`seal ${named}.${secret}`))) return null
    const [tokenId = '', userId] = named.split('-')
    return { tokenId: Number(tokenId), userId: userId === undefined ? null : Number(userId) }
  }

  /** What is stored of it. */
  hash = (token: string) => this.secrets.hash(token)

  private seal = (named: string, secret: string) => `${named}.${secret}.${this.mac(`seal ${named}.${secret}`)}`
  private mac = (text: string) => createHmac('sha256', this.key).update(text).digest('base64url')
}
