import type { Scope } from '../../../core/scope'
import { randomToken } from '../../../core/secrets'

type Column = 'jsonSealed' | 'secretSealed'

const mark = '••••'
const contextOf = (column: Column, id: number) => `queue_integrations.${column}:${id}`

/** Encrypts a secret of an integration, bound to its row. */
export const sealSecret = async (scope: Scope, column: Column, id: number, plain: string) =>
  (await scope.sealer()).seal(plain, contextOf(column, id))

/** Decrypts a secret of an integration; empty without one. */
export const openSecret = async (scope: Scope, column: Column, id: number, sealed: Uint8Array | null) =>
  sealed === null ? '' : (await scope.sealer()).open(sealed, contextOf(column, id)).toString()

/** The secret as a person sees it: its last four letters or digits. */
export const maskSecret = (plain: string) => (plain ? mark + plain.replace(/[^\w]/g, '').slice(-4) : '')

/** True for a field that a form returned as it was shown. */
export const isMasked = (value: string) => value === '' || value.startsWith(mark)

/** Key of the signatures; the prefix tells it apart from other keys in a configuration. */
export const createSigningKey = () => `whsec_${randomToken(24)}`
