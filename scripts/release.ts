import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../package.json'
import { packRelease } from './release/pack'
import { publicKeyOf, readSigningKey } from './release/signing-key'
import { bun, installPackages, root, run } from './setup'

/**
 * Makes the files of a release in `dist/release-VERSION`: `bun run release [TARGET …]`, by default all that are published.
 * The private key is in BALCAO_SIGNING_KEY, or in the file that BALCAO_SIGNING_KEY_FILE names; its public half is
 * compiled into the executables, which believe no other for `balcao update`.
 */
const published = ['linux-x64', 'linux-arm64', 'windows-x64']

await installPackages()
const signingKey = readSigningKey(process.env)
if (typeof signingKey === 'string') {
  console.error(signingKey)
  process.exit(2)
}
const named = process.argv.slice(2)
const targets = named.length > 0 ? named : published
const releaseKey = publicKeyOf(signingKey)
await run([bun, 'build.ts', ...targets], { BALCAO_RELEASE_KEY: releaseKey })

const folder = join(root, 'dist', `release-${version}`)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const files = await packRelease({
  folder,
  version,
  executables: targets.map((target) => ({ target, path: join(root, 'dist', `balcao-${target}`) })),
  sbom: readFileSync(join(root, 'dist', 'balcao.cdx.json'), 'utf8'),
  changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  licence: join(root, 'LICENSE'),
  signingKey,
})
for (const file of files) process.stdout.write(`${join(folder, file)}\n`)
process.stdout.write(`BALCAO_RELEASE_KEY=${releaseKey}\n`)
