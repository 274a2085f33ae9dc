import type { Scope } from '../../../core/scope'
import { randomToken } from '../../../core/secrets'

const contextOf = (id: number) => `webhooks.secret:${id}`

/** New key of a subscription's signatures. */
export const createSecret = () => `whsec_${randomToken(24)}`

/** Encrypts the key, bound to its row. */
export const sealSecret = async (scope: Scope, id: number, plain: string) =>
  (await scope.sealer()).seal(plain, contextOf(id))

/** Decrypts the key; empty without one. */
export const openSecret = async (scope: Scope, id: number, sealed: Uint8Array | null) =>
  sealed === null ? '' : (await scope.sealer()).open(sealed, contextOf(id)).toString()

/** The key as a person sees it: its last four letters or digits. */
export const maskSecret = (plain: string) => (plain ? `••••${plain.replace(/[^\w]/g, '').slice(-4)}` : '')
