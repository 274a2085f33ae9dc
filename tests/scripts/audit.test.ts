import { afterAll, expect, test } from 'bun:test'

/** A package registry that answers questions about advisories. */
let answer = () => new Response()
const registry = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => answer() })
afterAll(() => registry.stop(true))

async function audit(address: string | URL) {
  const env = { ...process.env, BUN_CONFIG_REGISTRY: String(address), NPM_CONFIG_REGISTRY: String(address) }
  const child = Bun.spawn([process.execPath, 'scripts/audit.ts'], { env, stdout: 'pipe', stderr: 'pipe' })
  const [code, err] = await Promise.all([child.exited, new Response(child.stderr).text()])
  return { code, err }
}

const advisory = {
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Reads any file',
  severity: 'high',
  vulnerable_versions: '<99.0.0',
  cwe: [],
  cvss: { score: 7, vectorString: null },
}

test('audit exits with 0 when the source of advisories knows of none', async () => {
  answer = () => Response.json({})
  expect(await audit(registry.url)).toEqual({ code: 0, err: expect.stringContaining('no advisory') })
})

test('audit exits with 1 and names package, versions, severity and address of each advisory', async () => {
  answer = () => Response.json({ elysia: [advisory] })
  const { code, err } = await audit(registry.url)
  expect([code, err.trim()]).toEqual([1, 'high      elysia <99.0.0: Reads any file (https://advisories.example/1)'])
})

test.each([
  ['refuses the question', () => new Response('', { status: 405 })],
  ['answers with something else', () => new Response('<html>')],
] as const)('audit exits with 3 and says that it did not ask when the registry %s', async (_, respond) => {
  answer = respond
  expect(await audit(registry.url)).toEqual({ code: 3, err: expect.stringContaining('not asked') })
})

test('audit exits with 3 and says that it did not ask when there is no registry', async () => {
  expect(await audit('http://127.0.0.1:1/')).toEqual({ code: 3, err: expect.stringContaining('not asked') })
})
