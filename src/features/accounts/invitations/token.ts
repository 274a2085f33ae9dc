import type { Secrets } from '../../../core/secrets'

/**
 * Returns the token of an invitation's link: 256 bits derived from the root key. The mail job may run twice, and the
 * database stores only a hash.
 */
export const tokenOf = (secrets: Secrets, { id, createdAt }: { id: number; createdAt: string }): string =>
  secrets.oneTime(`invitation ${id} ${createdAt}`)

/** Returns the hash that is stored. */
export const hashOf = (secrets: Secrets, token: string): string => secrets.hash(`token of an invitation: ${token}`)

/** Returns the link. The token is in the fragment, which browsers send to no server and so no proxy logs. */
export const linkOf = (publicUrl: string, token: string): string => `${publicUrl}/invite#${token}`
