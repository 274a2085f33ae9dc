import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkReleases } from '../../../src/features/provider/releases/check'
import { createInstallation } from '../../installation'
import { releaseKey, signFolder } from '../../signed-folder'

/** Folder of releases behind an address. */
const folder = mkdtempSync(join(tmpdir(), 'balcao-releases-'))
let isDown = false
/** Packs every file, also for a request that asks for none that is packed. */
let isPacked = false
const server = Bun.serve({
  port: 0,
  fetch({ url }) {
    const file = join(folder, new URL(url).pathname)
    if (isDown) return new Response(null, { status: 503 })
    if (!isPacked) return new Response(Bun.file(file))
    return new Response(Bun.gzipSync(readFileSync(file)), { headers: { 'content-encoding': 'gzip' } })
  },
})
afterAll(async () => {
  await server.stop(true)
  rmSync(folder, { recursive: true })
})

function publish(version: string, notes: string) {
  writeInto({ [`balcao-${version}-linux-x64`]: 'executable', 'NOTES.md': notes })
  signFolder(folder)
}

function writeInto(files: Record<string, string>) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
}

async function openInstallation() {
  const { clientAs, ports, platform } = await createInstallation()
  ports.releases = { address: `http://127.0.0.1:${server.port}/`, key: releaseKey, target: 'linux-x64' }
  const read = async () => (await clientAs('root').releases.get()).data
  return { platform, ports, read }
}

test('without an address nothing is asked', async () => {
  const { platform, ports, read } = await openInstallation()
  ports.releases = null
  await checkReleases(platform)
  expect(await read()).toEqual({ isAsked: false, newer: null, checkedAt: null, problem: null })
})

test('a newer version is shown with its notes; an older one is not', async () => {
  const { platform, read } = await openInstallation()
  expect(await read()).toEqual({ isAsked: true, newer: null, checkedAt: null, problem: null })
  publish('9.1.0', '- New.')
  await checkReleases(platform)
  expect(await read()).toMatchObject({ newer: { version: '9.1.0', notes: '- New.' }, problem: null })
  publish('0.0.1', '- Old.')
  await checkReleases(platform)
  expect(await read()).toMatchObject({ newer: null, checkedAt: expect.any(String), problem: null })
})

test('notes that differ from their sum, and an address that does not answer, are a problem; the version found before stays', async () => {
  const { platform, read } = await openInstallation()
  publish('9.1.0', '- New.')
  await checkReleases(platform)
  writeFileSync(join(folder, 'NOTES.md'), '- Changed.')
  await checkReleases(platform)
  expect(await read()).toMatchObject({
    newer: { notes: '- New.' },
    problem: expect.stringContaining('does not match its sum'),
  })
  isDown = true
  await checkReleases(platform)
  isDown = false
  expect(await read()).toMatchObject({ newer: { version: '9.1.0' }, problem: expect.stringContaining('answers 503') })
})

test('a packed answer is not unpacked, and the message names no user, password or query of the address', async () => {
  const { platform, ports, read } = await openInstallation()
  publish('9.1.0', '- New.')
  const address = `http://reader:hidden@127.0.0.1:${server.port}`
  ports.releases = { address, key: releaseKey, target: 'linux-x64' }
  isPacked = true
  await checkReleases(platform)
  isPacked = false
  const place = `http://127.0.0.1:${server.port}/SHA256SUMS`
  expect(await read()).toMatchObject({ problem: expect.stringContaining(`${place} comes packed (gzip)`) })
  ports.releases = { address: `${address}/missing`, key: releaseKey, target: 'linux-x64' }
  isDown = true
  await checkReleases(platform)
  isDown = false
  expect(JSON.stringify(await read())).not.toContain('hidden')
})
