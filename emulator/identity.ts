import { certificateChain } from './certificate'
import { type KeyPair, keyPair } from './keys'
import { type Authority, createAuthority } from './x509'

/** What makes a server this server: its certificate root, its Noise key, and the authority of its media host. */
export interface ServerIdentity {
  root: KeyPair
  serverStatic: KeyPair
  chain: Uint8Array
  authority: Authority
  /** A valid chain of some other root, for the fault. */
  foreignChain(): Uint8Array
  /** A valid chain of this root for the key of some other server, for the fault. */
  stolenChain(): Uint8Array
}

/** New, or the stored one from its root seed and authority. */
export function serverIdentity(stored?: { rootSeed: string; authority: Authority }): ServerIdentity {
  const root = keyPair(stored ? Buffer.from(stored.rootSeed, 'hex') : undefined)
  const serverStatic = keyPair()
  const chain = certificateChain(root, serverStatic.public)
  const authority = stored?.authority ?? createAuthority()
  return {
    root,
    serverStatic,
    chain,
    authority,
    foreignChain: () => certificateChain(keyPair(), serverStatic.public),
    stolenChain: () => certificateChain(root, keyPair().public),
  }
}
