import { afterAll, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notesOf } from '../../scripts/release/notes'
import { packRelease } from '../../scripts/release/pack'
import { publicKeyOf, readSigningKey } from '../../scripts/release/signing-key'
import { executablesIn, readSignedSums } from '../../src/core/release/signed-sums'

const directory = mkdtempSync(join(tmpdir(), 'balcao-release-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const { privateKey: signingKey } = generateKeyPairSync('ed25519')
const changelog = '# Changelog\n\n## 0.3.0 — 2026-12-01\n\n- New.\n\n## 0.2.0 — 2026-11-01\n\n- Old.\n'
const output = (...command: string[]) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: directory })
  return { code: exitCode, text: `${stdout}${stderr}` }
}

test('the notes are the part of the changelog about the version; without one there is no release', () => {
  expect(notesOf(changelog, '0.3.0')).toBe('## 0.3.0 — 2026-12-01\n\n- New.\n')
  expect(() => notesOf(changelog, '0.4.0')).toThrow('CHANGELOG.md has no part "## 0.4.0"')
})

test('a signing key is read from the variable or the file, and every other one is refused in a sentence', () => {
  const pem = signingKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const file = join(directory, 'key')
  writeFileSync(file, pem)
  for (const env of [{ BALCAO_SIGNING_KEY: pem }, { BALCAO_SIGNING_KEY_FILE: file }]) {
    const key = readSigningKey(env)
    expect(typeof key === 'string' ? key : publicKeyOf(key)).toBe(publicKeyOf(signingKey))
  }
  rmSync(file)
  expect(readSigningKey({})).toMatch(/BALCAO_SIGNING_KEY_FILE must name/)
  expect(readSigningKey({ BALCAO_SIGNING_KEY_FILE: file })).toMatch(/cannot be read/)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  expect(readSigningKey({ BALCAO_SIGNING_KEY: String(rsa) })).toMatch(/ed25519/)
})

// Debian and Ubuntu have dpkg-deb.
test.skipIf(Bun.which('dpkg-deb') === null)(
  'a release has executables, packages, notes, contents, sums and a signature',
  async () => {
    const executable = join(tmpdir(), `balcao-executable-${process.pid}`)
    writeFileSync(executable, '#!/bin/sh\necho balcao 0.3.0\n')
    const names = await packRelease({
      folder: directory,
      version: '0.3.0',
      executables: ['linux-x64', 'linux-arm64', 'windows-x64'].map((target) => ({ target, path: executable })),
      sbom: '{}',
      changelog,
      licence: 'LICENSE',
      signingKey,
    })
    rmSync(executable)
    expect(names).toEqual([
      'NOTES.md',
      'SHA256SUMS',
      'SHA256SUMS.sig',
      'balcao-0.3.0-linux-arm64',
      'balcao-0.3.0-linux-x64',
      'balcao-0.3.0-windows-x64.exe',
      'balcao-0.3.0.cdx.json',
      'balcao_0.3.0_amd64.deb',
      'balcao_0.3.0_arm64.deb',
    ])
    expect(output('sha256sum', '--check', '--strict', '--quiet', 'SHA256SUMS')).toEqual({ code: 0, text: '' })
    const [sums, signature] = ['SHA256SUMS', 'SHA256SUMS.sig'].map((name) => readFileSync(join(directory, name)))
    const listed = executablesIn(readSignedSums(sums!, signature!, publicKeyOf(signingKey)))
    expect(listed.map(({ version, target }) => `${version} ${target}`).sort()).toEqual([
      '0.3.0 linux-arm64',
      '0.3.0 linux-x64',
      '0.3.0 windows-x64',
    ])
    expect(output('dpkg-deb', '--field', 'balcao_0.3.0_arm64.deb', 'Package', 'Version', 'Architecture').text).toBe(
      'Package: balcao\nVersion: 0.3.0\nArchitecture: arm64\n',
    )
    expect(output('dpkg-deb', '--contents', 'balcao_0.3.0_amd64.deb').text).toMatch(
      /-rwxr-xr-x root\/root .* \.\/usr\/bin\/balcao\n/,
    )
  },
)
