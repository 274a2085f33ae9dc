import type { Selectable } from 'kysely'
import type { Platform } from '../../core/scope'
import type { Database } from '../../core/storage/schema'
import { AppError } from '../../shared/errors'
import type { Authenticator } from './authenticator'
import { refreshSeconds, type SignedIn } from './login'
import { meOf } from './me'
import { type LoginRef, RefreshTokens } from './refresh-token'

/** Seconds in which the token before is still taken: tabs that asked at the same moment, an answer that was lost. */
export const graceSeconds = 30

export type TokenRow = Selectable<Database['tokens']>
type Rotation = { login: TokenRow; refresh: string } | { refused: AppError; revoked?: TokenRow }

/**
 * A new access token for a refresh token, which is rotated. A token that was already rotated away, later than the
 * grace allows, is in two hands: the login ends for both. Refusals are 401 (ERR_SESSION_REFUSED,
 * ERR_ACCESSED_ELSEWHERE); 403 ERR_COMPANY_DISABLED.
 */
export async function refreshLogin(authenticator: Authenticator, token: string | undefined): Promise<SignedIn> {
  const turn = await authenticator.platform.transaction((platform) => rotateToken(platform, token ?? '', new Date()))
  if ('refused' in turn) {
    if (turn.revoked) await authenticator.refreshRights(turn.revoked.companyId, turn.revoked.userId)
    throw turn.refused
  }
  const { companyId, userId, id: tokenId } = turn.login
  await authenticator.callerOfClaims({ tokenId, userId, companyId, expiresAt: 0 }) // refuses a disabled company
  const access = await authenticator.tokens.sign({ tokenId, userId, companyId })
  return { body: { token: access, user: await meOf(authenticator, companyId, userId) }, refresh: turn.refresh }
}

async function rotateToken({ ports, db }: Platform, token: string, now: Date): Promise<Rotation> {
  const tokens = new RefreshTokens(ports.secrets)
  const named = tokens.loginOf(token)
  const login = named ? await findLogin(db, named) : undefined
  if (!login || login.expiresAt <= now.toISOString()) return { refused: new AppError('ERR_SESSION_REFUSED') }
  if (login.revokedAt)
    return {
      refused: new AppError(login.revokedFor === 'elsewhere' ? 'ERR_ACCESSED_ELSEWHERE' : 'ERR_SESSION_REFUSED'),
    }

  const hash = tokens.hash(token)
  const refresh = tokens.next(token, login)
  if (hash === login.refreshHash) {
    const expiresAt = new Date(now.getTime() + refreshSeconds * 1000).toISOString()
    const turned = { refreshHash: tokens.hash(refresh), previousHash: hash, rotatedAt: now.toISOString(), expiresAt }
    await db.updateTable('tokens').set(turned).where('id', '=', login.id).execute()
    return { login, refresh }
  }
  const sinceTurn = (now.getTime() - Date.parse(login.rotatedAt)) / 1000
  if (hash === login.previousHash && sinceTurn <= graceSeconds) return { login, refresh }
  if (named?.userId === null) return { refused: new AppError('ERR_SESSION_REFUSED') } // may be of another login
  await db
    .updateTable('tokens')
    .set({ revokedAt: now.toISOString(), revokedFor: 'reuse' })
    .where('id', '=', login.id)
    .execute()
  return { refused: new AppError('ERR_SESSION_REFUSED'), revoked: login }
}

/** The login that a sealed refresh token names: the row of that id, if it is the same user's. */
export const findLogin = (db: Platform['db'], { tokenId, userId }: LoginRef): Promise<TokenRow | undefined> =>
  db
    .selectFrom('tokens')
    .selectAll()
    .where('id', '=', tokenId)
    .$if(userId !== null, (query) => query.where('userId', '=', userId as number))
    .executeTakeFirst()
