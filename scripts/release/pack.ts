import { type KeyObject, sign } from 'node:crypto'
import { chmodSync, copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { executableNameOf, signatureName, sumsName } from '../../src/core/release/signed-sums'
import { debianArchitectures, packDebian } from './debian'
import { notesOf } from './notes'

interface ReleaseParts {
  /** Empty folder for the files. */
  folder: string
  version: string
  executables: { target: string; path: string }[]
  /** Bill of materials as CycloneDX. */
  sbom: string
  changelog: string
  /** File with the licence. */
  licence: string
  signingKey: KeyObject
}

/** Writes all files of a release; the list of sums and its signature last. Returns their names. */
export async function packRelease(parts: ReleaseParts): Promise<string[]> {
  const { folder, version, executables, sbom, changelog, licence, signingKey } = parts
  for (const { target, path } of executables) {
    const file = join(folder, executableNameOf(version, target))
    copyFileSync(path, file)
    chmodSync(file, 0o755)
    const architecture = debianArchitectures[target]
    if (architecture) packDebian({ folder, version, architecture, executable: file, licence })
  }
  writeFileSync(join(folder, `balcao-${version}.cdx.json`), sbom)
  writeFileSync(join(folder, 'NOTES.md'), notesOf(changelog, version))
  const sums = await sumsOf(folder)
  writeFileSync(join(folder, sumsName), sums)
  writeFileSync(join(folder, signatureName), sign(null, Buffer.from(sums), signingKey))
  return readdirSync(folder).sort()
}

/** SHA-256 of each file, as `sha256sum` writes it. */
async function sumsOf(folder: string): Promise<string> {
  const lines: string[] = []
  for (const name of readdirSync(folder).sort()) {
    const hash = new Bun.CryptoHasher('sha256')
    for await (const part of Bun.file(join(folder, name)).stream()) hash.update(part)
    lines.push(`${hash.digest('hex')}  ${name}\n`)
  }
  return lines.join('')
}
