import { createHmac } from 'node:crypto'
import { randomToken, type Secrets, sameText } from '../../core/secrets'

/**
 * A refresh token is `{login}.{secret}.{seal}`. The seal proves that this server made it, so that one which is no
 * longer current can be told from an invented one: the first betrays a theft, the second is noise. The secret after
 * the next rotation is derived from this one, so that a tab whose answer was lost, or a second tab that asked at the
 * same moment, is given the very token the first was given.
 */
export class RefreshTokens {
  private readonly key: Buffer

  constructor(private readonly secrets: Secrets) {
    this.key = secrets.key('refresh-token')
  }

  /** The first token of a new login; the row is written with a placeholder first, because its id is part of it. */
  fresh = (tokenId: number) => this.seal(tokenId, randomToken())

  /** The token that follows this one. */
  next(token: string): string {
    const [id = '', secret = ''] = token.split('.')
    return this.seal(Number(id), this.mac(`next ${id}.${secret}`))
  }

  /** The login a token of ours belongs to, or null for an invented one. */
  loginOf(token: string): number | null {
    const [id = '', secret = '', seal = ''] = token.split('.')
    return sameText(seal, this.mac(`seal ${id}.${secret}`)) ? Number(id) : null
  }

  /** What is stored of it. */
  hash = (token: string) => this.secrets.hash(token)

  private seal = (id: number, secret: string) => `${id}.${secret}.${this.mac(`seal ${id}.${secret}`)}`
  private mac = (text: string) => createHmac('sha256', this.key).update(text).digest('base64url')
}
