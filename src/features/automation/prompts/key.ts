import type { Scope } from '../../../core/scope'

const mask = '••••'
/** Characters of the shortest key of which four are shown. */
const shownFrom = 12

/** Columns of a prompt's keys: of the model, and of the voice. */
type KeyColumn = 'keySealed' | 'voiceKeySealed'

const sealContext = (id: number, column: KeyColumn) => `prompts.${column}:${id}`

/** A key of prompt `id`, encrypted for its row. */
export const sealKey = async (scope: Scope, id: number, key: string, column: KeyColumn = 'keySealed') =>
  (await scope.sealer()).seal(key, sealContext(id, column))

/** A key of prompt `id`; empty when it has none. */
export const openKey = async (scope: Scope, id: number, sealed: Uint8Array | null, column: KeyColumn = 'keySealed') =>
  sealed ? (await scope.sealer()).open(sealed, sealContext(id, column)).toString() : ''

/** The key for display: four dots and the last four characters; empty without a key. */
export const maskedKey = (key: string) => key && mask + (key.length < shownFrom ? '' : key.slice(-4))

/** True for a key that a person typed; empty and masked texts leave the stored key unchanged. */
export const isTypedKey = (key: string | null | undefined): key is string => key != null && !/^$|•/.test(key)
