import { jwt } from '@elysiajs/jwt'
import { Elysia } from 'elysia'
import { AppError } from '../../shared/errors'
import { BoundedCache } from '../bounded-cache'
import type { Secrets } from '../secrets'
import type { CompanyId } from '../storage/schema'

/** Claims of an access token: login, user, company. Rights are not part of it; they are read from the database. */
export interface Claims {
  tokenId: number
  userId: number
  companyId: CompanyId
  /** Epoch milliseconds. */
  expiresAt: number
}

/** Ids of a login, its user and its company. */
export type LoginIds = Pick<Claims, 'tokenId' | 'userId' | 'companyId'>

/** Lifetime of an access token in seconds: a stolen one ends soon, and a client refreshes it four times an hour. */
export const accessSeconds = 15 * 60
const audience = 'balcao'
const kind = 'access'
/** Verified tokens kept in memory; the least recently used is verified again. */
const maxVerified = 20_000

/**
 * Signs and verifies access tokens (HS256). Verified tokens are cached until they expire, because verifying each
 * request would cost a third to a half of the requests per second.
 */
export class AccessTokens {
  private readonly signer
  private readonly verified = new BoundedCache<string, Claims>(maxVerified)

  constructor(secrets: Secrets) {
    this.signer = new Elysia().use(jwt({ name: 'jwt', secret: secrets.key('access-token') })).decorator.jwt
  }

  /** Signs a token valid for 15 minutes, or until `until` (epoch ms). */
  sign(
    { tokenId, userId, companyId }: Pick<Claims, 'tokenId' | 'userId' | 'companyId'>,
    until?: number,
  ): Promise<string> {
    const exp = Math.floor((until ?? Date.now() + accessSeconds * 1000) / 1000)
    return this.signer.sign({ typ: kind, aud: audience, jti: `${tokenId}`, sub: `${userId}`, cid: companyId, exp })
  }

  /** Claims of a valid token. @throws ERR_SESSION_EXPIRED for any other text */
  async verify(token: string): Promise<Claims> {
    const claims = this.verified.get(token) ?? (await this.check(token))
    if (claims.expiresAt > Date.now()) return claims
    this.verified.delete(token)
    throw new AppError('ERR_SESSION_EXPIRED')
  }

  private async check(token: string): Promise<Claims> {
    if (!isCanonical(token)) throw new AppError('ERR_SESSION_EXPIRED')
    const payload = await this.signer.verify(token, {
      algorithms: ['HS256'],
      audience,
      requiredClaims: ['exp', 'sub', 'jti'],
    })
    if (!payload || payload.typ !== kind) throw new AppError('ERR_SESSION_EXPIRED')
    const claims: Claims = {
      tokenId: Number(payload.jti),
      userId: Number(payload.sub),
      companyId: Number(payload.cid) as CompanyId,
      expiresAt: Number(payload.exp) * 1000,
    }
    this.verified.set(token, claims)
    return claims
  }
}

/** True for the one spelling of each part; base64url also decodes padding and other last characters. */
const isCanonical = (token: string) =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
