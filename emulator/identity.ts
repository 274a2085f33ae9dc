import { certificateChain } from './certificate'
import { type KeyPair, keyPair } from './keys'
import { type Authority, createAuthority } from './x509'

/** Keys of a server: certificate root, Noise key, and the authority that signs its media host. */
export interface ServerIdentity {
  root: KeyPair
  serverStatic: KeyPair
  chain: Uint8Array
  authority: Authority
  /** Valid chain of another root, for the fault `wrongRoot`. */
  foreignChain(): Uint8Array
  /** Valid chain of this root for another server's key, for the fault `replayChain`. */
  stolenChain(): Uint8Array
}

/** New identity, or the stored one restored from root seed and authority; the Noise key is always new. */
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
