import { createHmac } from 'node:crypto'
import { randomToken, type Secrets, sameText } from '../../core/secrets'

/** Ids in a refresh token: of the row in `tokens` and of its user. */
export interface LoginRef {
  tokenId: number
  /** Null in a token of version 0.1.0, which contains only the id of the row. */
  userId: number | null
}

/**
 * Makes and reads refresh tokens: `{login}-{user}.{secret}.{seal}`. The seal is a MAC of this server. A token with a
 * valid seal that is no longer current was stolen; one without is ignored. The next secret is derived from the current
 * one, so that two tabs that refresh at the same moment, or repeat a request whose response was lost, receive the same
 * token.
 */
export class RefreshTokens {
  private readonly key: Buffer

  constructor(private readonly secrets: Secrets) {
    this.key = secrets.key('refresh-token')
  }

  /** The first token of a new login. It contains the row's id, so the row is inserted with a placeholder hash first. */
  fresh = (tokenId: number, userId: number) => this.seal(`${tokenId}-${userId}`, randomToken())

  /** The token that replaces the given one. */
  next(token: string, { id: tokenId, userId }: { id: number; userId: number }): string {
    const [ids = '', secret = ''] = token.split('.')
    return this.seal(`${tokenId}-${userId}`, this.mac(`next ${ids}.${secret}`))
  }

  /** The ids in a token, or null when the seal is invalid. */
  loginOf(token: string): LoginRef | null {
    const [ids = '', secret = '', seal = ''] = token.split('.')
    if (!sameText(seal, this.mac(`seal ${ids}.${secret}`))) return null
    const [tokenId = '', userId] = ids.split('-')
    return { tokenId: Number(tokenId), userId: userId === undefined ? null : Number(userId) }
  }

  /** The hash stored in `tokens`. */
  hash = (token: string) => this.secrets.hash(token)

  private seal = (ids: string, secret: string) => `${ids}.${secret}.${this.mac(`seal ${ids}.${secret}`)}`
  private mac = (text: string) => createHmac('sha256', this.key).update(text).digest('base64url')
}
