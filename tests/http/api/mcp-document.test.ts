import { expect, test } from 'bun:test'
import { createApiKey } from '../../../src/features/accounts/api-keys/service'
import { toolsFor } from '../../../src/features/api/mcp/tools'
import { keyScopes } from '../../../src/shared/key-scopes'
import { createInstallation } from '../../installation'

/** docs/mcp.md names each tool with its scope, and its request without a client works. */

const page = await Bun.file('docs/mcp.md').text()

test('the table of the page has each tool with its scope', () => {
  const named = [...page.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].map(([, name, scope]) => [name, scope])
  expect(named.sort()).toEqual(
    toolsFor(keyScopes)
      .map(({ name, scope }) => [name, scope])
      .sort(),
  )
})

test('the request of the page lists the tools of the key', async () => {
  const { app, scopeOf } = await createInstallation()
  const { key } = await createApiKey(scopeOf('ana'), { name: 'Assistente', scopes: ['read'] })
  const server = Bun.serve({ port: 0, fetch: (request) => app.handle(request) })
  const command = /```sh\n(curl [\s\S]*?)```/.exec(page)?.[1] ?? ''
  const env = { PATH: process.env.PATH, BALCAO_URL: server.url.origin, BALCAO_KEY: key }
  const run = Bun.spawn(['bash', '-c', command], { env, stdout: 'pipe', stderr: 'ignore' })
  const answer = JSON.parse(await new Response(run.stdout).text()) as { result: { tools: { name: string }[] } }
  await server.stop(true)
  expect(answer.result.tools.map(({ name }) => name)).toContain('find_conversations')
})
