import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../until'
import { receiveDatagrams } from './datagram-receiver'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const step of cleanups.splice(0).reverse()) await step()
})

function startProcess(socket: string) {
  const receiver = receiveDatagrams(socket)
  const script = join(import.meta.dir, 'watched-process.ts')
  const child = Bun.spawn([process.execPath, script, socket], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
  cleanups.push(receiver.close, async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  const send = (line: string) => {
    child.stdin.write(`${line}\n`)
    child.stdin.flush()
  }
  const notices: string[] = []
  const received = (text: string) => {
    notices.push(...receiver.read())
    return notices.includes(text)
  }
  return { child, send, receiver, received, lines: child.stdout.getReader() }
}

function newSocket() {
  const directory = mkdtempSync(join(tmpdir(), 'balcao-notify-'))
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  return join(directory, 'notify')
}

const nextText = async ({ lines }: ReturnType<typeof startProcess>) =>
  new TextDecoder().decode((await lines.read()).value)

test.each([
  ['a path', newSocket],
  ['an abstract name', () => `@balcao-${crypto.randomUUID()}`],
])('a process notifies the socket of %s that it is ready, lives and stops', async (_, nameSocket) => {
  const { child, send, received } = startProcess(nameSocket())
  await until('READY=1', () => received('READY=1'))
  await until('WATCHDOG=1', () => received('WATCHDOG=1'))
  send('stop')
  await until('STOPPING=1', () => received('STOPPING=1'))
  expect(await child.exited).toBe(0)
})

test('a hanging event loop sends no more notices, though the process lives', async () => {
  const hanging = startProcess(newSocket())
  await until('WATCHDOG=1', () => hanging.received('WATCHDOG=1'))
  hanging.send('hang')
  expect(await nextText(hanging)).toContain('hanging')
  hanging.receiver.read()
  await Bun.sleep(1000) // twenty notices of a process that does not hang
  expect(hanging.receiver.read()).toEqual([])
  expect(hanging.child.exitCode).toBeNull()
})

test('a stall of a second is logged with the work that ran, and notices go on', async () => {
  const stalling = startProcess(newSocket())
  await until('WATCHDOG=1', () => stalling.received('WATCHDOG=1'))
  stalling.send('stall')
  const line = JSON.parse(await nextText(stalling))
  expect(line).toMatchObject({ level: 40, msg: 'the event loop stalled', running: ['job report.make'] })
  expect(line.ms).toBeGreaterThanOrEqual(1000)
  stalling.receiver.read()
  await until('another notice', () => stalling.receiver.read().includes('WATCHDOG=1'))
})
