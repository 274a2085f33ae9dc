import type { Scope } from '../../core/scope'

const mask = '••••'
/** Characters of the shortest key of which four are shown. */
const shownFrom = 12

const sealContext = (id: number) => `prompts.keySealed:${id}`

/** The key of prompt `id`, encrypted for its row. */
export const sealKey = ({ ports }: Scope, id: number, key: string) => ports.secrets.seal(key, sealContext(id))

/** The key of prompt `id`; empty when it has none. */
export const openKey = ({ ports }: Scope, id: number, sealed: Uint8Array | null) =>
  sealed ? ports.secrets.open(sealed, sealContext(id)).toString() : ''

/** The key for display: four dots and the last four characters; empty without a key. */
export const maskedKey = (key: string) => key && mask + (key.length < shownFrom ? '' : key.slice(-4))

/** True for a key that a person typed; empty and masked texts leave the stored key unchanged. */
export const isTypedKey = (key: string | undefined): key is string => key !== undefined && !/^$|•/.test(key)
