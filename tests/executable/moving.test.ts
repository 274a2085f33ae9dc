import { afterEach, expect, test } from 'bun:test'
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { cleanUp, run, runWith, type Serving, serve, signIn, temporaryDirectory } from './balcao'
import { startServiceManager } from './service-manager'

afterEach(cleanUp)

const key = { BALCAO_BACKUP_PASSPHRASE: 'correct horse battery staple' }
const noService = { ...key, BALCAO_WHATSAPP_URL: 'ws://127.0.0.1:9' }

/** Moves a running installation out, by a service manager that can stop it. */
async function moveOut(serving: Serving, file: string, env: Record<string, string> = key) {
  const manager = startServiceManager(temporaryDirectory(), { start() {}, stop: (signal) => serving.stop(signal) })
  try {
    const where = { ...env, BALCAO_DATA_DIR: serving.dataDir, BALCAO_PORT: `${serving.port}` }
    return await run(['move-out', file, '--service', manager.program], where)
  } finally {
    manager.close()
  }
}

/** An installation that was moved out, and its file. */
async function movedOut() {
  const serving = await serve(noService)
  const file = join(temporaryDirectory(), 'balcao.move')
  expect(await moveOut(serving, file)).toMatchObject({ code: 0, err: '' })
  return { old: { ...key, BALCAO_DATA_DIR: serving.dataDir }, file }
}

/** Lines of the shell blocks of the document, without `sudo`. */
const documented = () =>
  [...readFileSync('docs/moving.md', 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .flatMap(([, text = '']) => text.trim().split('\n'))
    .map((line) => line.replace(/^sudo /, ''))

test('the commands of docs/moving.md move an installation from one machine to another', async () => {
  const [old, fresh] = [await serve(noService), await serve(noService)]
  const [here, there] = ['old.move', 'new.move'].map((name) => join(temporaryDirectory(), name)) as [string, string]
  const env = { ...key, BALCAO_DATA_DIR: fresh.dataDir }
  const expectDone = (ran: object) => expect(ran).toMatchObject({ code: 0, err: '' })
  let started: Serving | undefined
  const steps: Record<string, () => unknown> = {
    'balcao move-out /root/balcao.move': async () => expectDone(await moveOut(old, here)),
    'scp /root/balcao.move root@new.example:/root/balcao.move': () => copyFileSync(here, there),
    'systemctl stop balcao': () => fresh.stop(),
    'balcao move-in /root/balcao.move --replace': async () =>
      expectDone(await run(['move-in', there, '--replace'], env)),
    'systemctl start balcao': async () => {
      started = await serve({ ...noService, BALCAO_DATA_DIR: fresh.dataDir })
    },
    'balcao uninstall': () => {}, // tests/executable/install.test.ts
  }
  expect(documented()).toEqual(Object.keys(steps))
  for (const line of documented()) await steps[line]?.()
  expect(started && (await signIn(started))).toBeString()
  const refused = await run(['serve'], { BALCAO_DATA_DIR: old.dataDir })
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining('balcao move-out --take-back serves it here'),
  ])
})

test('a move that is given up leaves the old side as before, and its file cannot be moved in any more', async () => {
  const { old, file } = await movedOut()
  for (const answer of ['', 'yes\n']) {
    const refused = await runWith(answer, ['move-out', '--take-back'], old)
    expect([refused.code, refused.err, existsSync(file)]).toEqual([1, expect.stringContaining('not confirmed'), true])
  }
  const taken = await runWith('nowhere\n', ['move-out', '--take-back'], old)
  expect(taken).toMatchObject({ code: 0, err: '' })
  expect(existsSync(file)).toBe(false)
  expect(await signIn(await serve({ ...noService, ...old }))).toBeString()
})

test('a backup of an installation that was moved out is whole, and says that it is not recorded', async () => {
  const { old } = await movedOut()
  const { code, out } = await run(['backup', join(temporaryDirectory(), 'after.tar')], old)
  expect([code, out]).toEqual([0, expect.stringMatching(/not recorded in the audit log: .*\n.*after\.tar: 2 files/)])
})

test('without a key in the variables, move-out prints a passphrase that opens the file', async () => {
  const serving = await serve({ BALCAO_WHATSAPP_URL: 'ws://127.0.0.1:9' })
  const file = join(temporaryDirectory(), 'balcao.move')
  const { out } = await moveOut(serving, file, {})
  const [, passphrase = ''] = /asks for: (\S+)/.exec(out) ?? []
  const env = { BALCAO_BACKUP_PASSPHRASE: passphrase, BALCAO_DATA_DIR: temporaryDirectory() }
  expect(await run(['move-in', file], env)).toMatchObject({ code: 0, err: '' })
})

test('move-in refuses a second use, a used directory, a cut or unfinished file and a backup, and nothing changes', async () => {
  const { file } = await movedOut()
  const folder = temporaryDirectory()
  const [cut, part, backup] = ['cut.move', 'whole.move.part', 'balcao.tar'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const copy of [cut, part]) copyFileSync(file, copy)
  truncateSync(cut, 40_000)
  const first = { ...key, BALCAO_DATA_DIR: temporaryDirectory() }
  expect(await run(['move-in', file], first)).toMatchObject({ code: 0, err: '' })
  expect(await run(['backup', backup], first)).toMatchObject({ code: 0 })
  const refuse = async (path: string, env: Record<string, string>, options: string[], says: RegExp) => {
    const before = readdirSync(env.BALCAO_DATA_DIR ?? '').filter((name) => name !== 'lock')
    const { code, err } = await run(['move-in', path, ...options], env)
    expect([path, code, err]).toEqual([path, 1, expect.stringMatching(says)])
    expect(readdirSync(env.BALCAO_DATA_DIR ?? '').filter((name) => name !== 'lock')).toEqual(before)
  }
  const empty = () => ({ ...key, BALCAO_DATA_DIR: temporaryDirectory() })
  await refuse(file, empty(), [], /was moved in to .* on .*; the same numbers in two places get banned/)
  await refuse(file, first, [], /holds an installation already/)
  await refuse(cut, empty(), [], /is not a complete backup/)
  await refuse(part, empty(), [], /is not finished; run balcao move-out again/)
  await refuse(backup, empty(), [], /is a backup, not a move/)
  const copy = join(folder, 'copy.move')
  copyFileSync(file, copy)
  await refuse(copy, first, ['--replace'], /was moved in here already/)
  const other = { ...empty(), BALCAO_BACKUP_PASSPHRASE: 'another passphrase here' }
  await refuse(copy, other, [], /does not open this backup/)
  const serving = await serve({ ...noService, ...first })
  await refuse(copy, { ...key, BALCAO_DATA_DIR: serving.dataDir }, ['--replace'], /another balcao is using/)
  expect(await run(['move-in', file, '--again'], empty())).toMatchObject({ code: 0, err: '' })
})

test('a move interrupted after the mark is ended by the same command, and restore opens its file', async () => {
  const { old, file } = await movedOut()
  renameSync(file, `${file}.part`)
  const ended = await run(['move-out'], old)
  expect([ended.code, ended.out]).toEqual([0, expect.stringContaining('the interrupted move has ended')])
  expect((await run(['move-out', join(temporaryDirectory(), 'more')], old)).err).toContain(`was moved out to ${file}`)
  const elsewhere = { ...key, BALCAO_DATA_DIR: temporaryDirectory() }
  expect(await run(['restore', file], elsewhere)).toMatchObject({ code: 0, err: '' })
  expect(await signIn(await serve({ ...noService, ...elsewhere }))).toBeString()
})
