import { generateKeyPairSync, sign } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signatureName, sumsName } from '../src/core/release/signed-sums'

/** The list of sums of a folder, signed by a key of this run. */

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
/** Public key as BALCAO_RELEASE_KEY has it. */
export const releaseKey = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')

export function signFolder(folder: string, key = privateKey) {
  const names = readdirSync(folder).filter((name) => !name.startsWith(sumsName))
  const lines = names.map(
    (name) => `${new Bun.SHA256().update(readFileSync(join(folder, name))).digest('hex')}  ${name}\n`,
  )
  writeFileSync(join(folder, sumsName), lines.join(''))
  writeFileSync(join(folder, signatureName), sign(null, Buffer.from(lines.join('')), key))
}
