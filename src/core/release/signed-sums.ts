import { createPublicKey, verify } from 'node:crypto'
import { UserError } from '../user-error'

/** List of the files of a release, as `sha256sum` writes it, and its Ed25519 signature of 64 bytes. */
export const sumsName = 'SHA256SUMS'
export const signatureName = 'SHA256SUMS.sig'

/** An executable in the list; its name, such as `balcao-0.2.0-linux-x64`, has version and target. */
export interface ListedExecutable {
  name: string
  version: string
  target: string
  /** Hexadecimal. */
  sha256: string
}

const executableName = /^balcao-(\d+\.\d+\.\d+)-([a-z]+-[a-z0-9]+(?:-musl)?)(?:\.exe)?$/

/** Name of an executable in a release. */
export const executableNameOf = (version: string, target: string) =>
  `balcao-${version}-${target}${target.startsWith('windows') ? '.exe' : ''}`

/**
 * SHA-256 of each file of a signed list, in hexadecimal, by its name.
 * @param publicKey 32 bytes in base64 @throws UserError for another signature, and for a list that cannot be read
 */
export function readSignedSums(sums: Uint8Array, signature: Uint8Array, publicKey: string): Map<string, string> {
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') },
  })
  if (signature.length !== 64 || !verify(null, sums, key, signature))
    throw new UserError(
      `${sumsName} has another signature than that of the release key; take the files from their source again`,
    )
  const lines = new TextDecoder().decode(sums).split('\n').filter(Boolean)
  return new Map(lines.map(readLine))
}

function readLine(line: string): [name: string, sha256: string] {
  const [, sha256, name] = /^([0-9a-f]{64}) [ *](\S+)$/.exec(line) ?? []
  if (!sha256 || !name) throw new UserError(`${sumsName} has a line that is no sum of a file`)
  return [name, sha256]
}

/** Executables among the files of a list. */
export const executablesIn = (sums: Map<string, string>): ListedExecutable[] =>
  [...sums].flatMap(([name, sha256]) => {
    const [, version, target] = executableName.exec(name) ?? []
    return version && target ? [{ name, version, target, sha256 }] : []
  })

/** Compares two versions of three numbers: negative when `one` is the older one. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number)) as [number[], number[]]
  const at = a.findIndex((number, at) => number !== b[at])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}
