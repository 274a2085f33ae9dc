import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './free-port'

/** `bun run dev` starts this: the server from its sources, with the interface bundled on request. */
test('a server from sources bundles the page on request and answers its API paths itself', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-sources-'))
  const port = String(await findFreePort())
  const env = { PATH: process.env.PATH ?? '', BALCAO_DATA_DIR: dataDir, BALCAO_HOST: '127.0.0.1', BALCAO_PORT: port }
  const command = [process.execPath, 'src/main.ts', 'serve']
  const child = Bun.spawn(command, { env, stdout: 'ignore', stderr: 'ignore' })
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  try {
    while (
      !(await get('/readyz').then(
        (answer) => answer.ok,
        () => false,
      ))
    )
      await Bun.sleep(50)
    const page = await (await get('/tickets/any')).text()
    expect(page).toContain('<div id="root">')
    const script = /src="([^"]+\.js)"/.exec(page)?.[1] as string
    expect((await get(script)).status).toBe(200)
    expect((await get('/api/system')).status).toBe(200)
    expect((await get('/api/nope')).status).toBe(404)
    expect(await (await get('/healthz')).text()).toBe('ok')
    expect((await get('/media/1')).headers.get('content-type')).toStartWith('application/json')
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?token=none`)
    const code = await new Promise((resolve) => socket.addEventListener('close', (event) => resolve(event.code)))
    expect(code).toBe(4401)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  } finally {
    child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
})
