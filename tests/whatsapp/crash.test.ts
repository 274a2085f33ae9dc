import { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmulator } from '../../emulator/emulator'
import { createSeededRandom } from '../crash/seeded-random'
import { sizeOf } from '../size'
import { until } from './world'

const kills = sizeOf({ everyday: 3, full: 10 })
const perSecond = 150

/** Starts crash-child.ts; `state` is the last session state it printed. */
function startChild(directory: string, url: string, rootKey: string) {
  const script = join(import.meta.dir, 'crash-child.ts')
  const child = Bun.spawn([process.execPath, script, directory, url, rootKey], { stdout: 'pipe', stderr: 'inherit' })
  const seen = { child, state: {} as { status?: string; qrcode?: string } }
  void (async () => {
    let rest = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('{')) seen.state = JSON.parse(line)
    }
  })()
  return seen
}

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const step of cleanups.splice(0).reverse()) await step()
})

test('a process killed repeatedly while receiving stores every message once, in order per chat', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'whatsapp-crash-'))
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  const emulator = await startEmulator()
  cleanups.push(() => emulator.stop())
  const random = createSeededRandom('kills while receiving')
  const start = () => startChild(directory, emulator.url, emulator.rootKey)
  const owner = emulator.owner('5511911110001')
  const customers = Array.from({ length: 6 }, (_, at) =>
    emulator.customer(`551192222000${at}`, { addressing: at % 2 ? 'lid' : 'pn' }),
  )
  const sent = new Map<string, { chat: number; body: string }>()
  let running = start()
  cleanups.push(async () => {
    running.child.kill('SIGKILL')
    await running.child.exited
  })
  const qrcode = await until('a QR code', () => running.state.status === 'qrcode' && running.state.qrcode)
  await owner.scan(qrcode)
  await until('open', () => running.state.status === 'CONNECTED')

  for (const [chat, customer] of customers.entries()) {
    const first = await customer.send(owner, `${chat}/-1`)
    sent.set(first.id, { chat, body: `${chat}/-1` })
    await first.waitForStage('delivered')
  }
  let pouring = true
  const leaving: Promise<unknown>[] = []
  const pour = (async () => {
    for (let count = 0; pouring; count++) {
      const chat = count % customers.length
      const body = `${chat}/${count}`
      const sending = customers[chat]?.send(owner, body).then(({ id }) => sent.set(id, { chat, body }))
      leaving.push(sending as Promise<unknown>)
      await Bun.sleep(1000 / perSecond)
    }
  })()
  for (let kill = 0; kill < kills; kill++) {
    await until('open', () => running.state.status === 'CONNECTED')
    await Bun.sleep(random.between(200, 700))
    running.child.kill('SIGKILL')
    await running.child.exited
    running = start()
  }
  pouring = false
  await pour
  await Promise.all(leaving)
  await until('open', () => running.state.status === 'CONNECTED')
  const file = new Database(join(directory, 'balcao.db'), { readonly: true })
  cleanups.push(() => file.close())
  const rows = () => file.query('select waId, chat, body, times from heard order by id').all() as Heard[]
  await until('everything', () => rows().length >= sent.size).catch(() => {})
  const heard = rows()
  expect(heard.length).toBe(sent.size)
  for (const { waId, body } of heard) expect(body).toBe(sent.get(waId)?.body as string)
  for (const chat of customers.keys()) {
    const counts = heard.filter(({ body }) => body.startsWith(`${chat}/`)).map(({ body }) => Number(body.split('/')[1]))
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  }
}, 240_000)

interface Heard {
  waId: string
  chat: string
  body: string
  times: number
}
