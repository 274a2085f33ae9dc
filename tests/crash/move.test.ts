import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../executable/balcao'
import { startServiceManager } from '../executable/service-manager'
import { withoutWhatsApp } from '../security/companies'
import { sizeOf } from '../size'
import { until } from '../until'
import { withoutEmpty } from './audit'
import { runCrashScenario } from './crash-scenario'
import { Deployment } from './deployment'
import { linkNumber } from './linking'
import { createSeededRandom, type SeededRandom } from './seeded-random'

/** Planned moves between data directories under traffic, and kills of both sides. */

const moves = sizeOf({ everyday: 3, full: 20 })
const passphrase = 'correct horse battery staple'

let deployment: Deployment
let directory: string
let service: ReturnType<typeof startServiceManager>
/** Time of the last stop of the server, of `performance.now`. */
let stoppedAt = 0
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'balcao-moves-'))
  deployment = await Deployment.open()
  service = startServiceManager(directory, {
    start: () => deployment.start(),
    stop: async (signal) => {
      stoppedAt = performance.now()
      await deployment.stop(signal)
    },
  })
}, 600_000)
afterAll(async () => {
  service.close()
  await deployment.close()
  rmSync(directory, { recursive: true, force: true })
})

/** Kills a command `ms` after it was seen to reach a state. */
interface Kill {
  seen: () => boolean
  ms: number
}

async function killAfter(child: Bun.Subprocess, { seen, ms }: Kill) {
  while (child.exitCode === null && !seen()) await Bun.sleep(2)
  await Bun.sleep(ms)
  child.kill('SIGKILL')
}

/** Runs a command of the deployment's executable; kills it, if that is given. */
async function runKilled(words: string[], dataDir: string, kill: Kill | null) {
  const env = {
    ...withoutWhatsApp,
    PATH: process.env.PATH ?? '',
    BALCAO_ENV_FILE: '',
    BALCAO_HOST: '127.0.0.1',
    BALCAO_PORT: `${deployment.port}`,
    BALCAO_DATA_DIR: dataDir,
    BALCAO_BACKUP_PASSPHRASE: passphrase,
  }
  const child = Bun.spawn([deployment.executable, ...words], { env, stdout: 'pipe', stderr: 'pipe' })
  if (kill) void killAfter(child, kill)
  const [code, out, says] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code: child.signalCode === 'SIGKILL' ? null : code, out, says }
}

const moveOut = (file: string, kill: Kill | null = null) =>
  runKilled(['move-out', file, '--service', service.program], deployment.dataDir, kill)

/** True once the old side is marked, which the log of the database holds until it is closed. */
function isMarked(file: string): boolean {
  const log = join(deployment.dataDir, 'balcao.db-wal')
  return existsSync(file) || (existsSync(log) && readFileSync(log).includes('"state":"out"'))
}

/** A step of `move-out`, and up to a second more: the file begun, the server stopped, the old side marked. */
function killOfMoveOut(file: string, random: SeededRandom): Kill {
  const begun = stoppedAt
  const isStopped = () => stoppedAt !== begun
  return random.pick<Kill>([
    { seen: () => existsSync(`${file}.part`), ms: random.between(0, 1000) },
    { seen: isStopped, ms: random.between(0, 1000) },
    { seen: () => isStopped() && isMarked(file), ms: random.between(0, 20) },
  ])
}

/** A step of `move-in`, and up to a second more: unpacking begun, the note written, the data accepted. */
function killOfMoveIn(file: string, dataDir: string, random: SeededRandom): Kill {
  return random.pick<Kill>([
    { seen: () => existsSync(join(dataDir, '.restoring')), ms: random.between(0, 1000) },
    { seen: () => existsSync(`${file}.used`), ms: random.between(0, 20) },
    { seen: () => existsSync(join(dataDir, '.restored')), ms: random.between(0, 20) },
  ])
}

/**
 * Moves out, killed after one of its steps. Afterwards the old side serves as before, or refuses to, because the file is
 * whole; the command, given again, ends the move.
 */
async function moveOutKilled(file: string, random: SeededRandom, whatsappId: number): Promise<string> {
  const { code } = await moveOut(file, killOfMoveOut(file, random))
  if (code === 0) return 'too late'
  if (existsSync(file)) return 'with the file'
  const state = await until('the old side to serve or refuse', async () => {
    if (await isConnected(whatsappId)) return 'serves'
    if (deployment.isRunning) return false
    if (readFileSync(deployment.logFile, 'utf8').includes(`was moved out to ${file}`)) return 'refuses'
    deployment.start()
    return false
  })
  const again = await moveOut(file)
  expect([again.code, again.says]).toEqual([0, ''])
  expect(again.out.includes('the interrupted move has ended')).toBe(state === 'refuses')
  return `and the old side ${state}`
}

/** Moves in while the file is being written. */
async function moveFollowed(file: string, dataDir: string): Promise<string> {
  const out = moveOut(file)
  await until('the unfinished file', () => existsSync(`${file}.part`) || existsSync(file))
  const into = await runKilled(['move-in', file], dataDir, null)
  expect(await out).toMatchObject({ code: 0, says: '' })
  expect(into).toMatchObject({ code: 0, says: '' })
  return into.out.startsWith('Follows') ? 'followed' : 'one after the other'
}

/** Moves in, killed after one of its steps, and then again until the data is in place. */
async function moveInKilled(file: string, dataDir: string, random: SeededRandom): Promise<string> {
  const { code } = await runKilled(['move-in', file], dataDir, killOfMoveIn(file, dataDir, random))
  if (code === 0) return 'too late'
  const again = await runKilled(['move-in', file], dataDir, null)
  if (again.code === 0) return 'before its place'
  expect(again.says).toContain('holds an installation already')
  return 'in place'
}

const isConnected = async (whatsappId: number) => {
  const find = deployment.get<{ status: string }>(`/whatsapp/${whatsappId}`).catch(() => null)
  return (await find)?.status === 'CONNECTED'
}

test('a move under traffic, also killed on either side, keeps the link, and no message is lost or doubled', async () => {
  const linked = await linkNumber(deployment, '5511911110009')
  let done = 0
  const found = await runCrashScenario(deployment, linked, createSeededRandom('moves'), {
    rates: { inbound: 10, outbound: 10 },
    people: 4,
    disturbances: moves,
    async disturb(_, __, random) {
      const [kind, former] = [done++ % 3, deployment.dataDir]
      const [file, next] = [join(directory, `${done}.move`), join(directory, `data-${done}`)]
      let state = 'not killed'
      if (kind === 1) state = `move-out killed: ${await moveOutKilled(file, random, linked.whatsappId)}`
      else if (kind === 2) expect(await moveOut(file)).toMatchObject({ code: 0, says: '' })
      else state = await moveFollowed(file, next)
      expect(await runKilled(['serve'], former, null)).toMatchObject({
        code: 2,
        says: expect.stringContaining(`was moved out to ${file}`),
      })
      if (kind === 2) state = `move-in killed: ${await moveInKilled(file, next, random)}`
      else if (kind === 1) expect(await runKilled(['move-in', file], next, null)).toMatchObject({ code: 0, says: '' })
      deployment.dataDir = next
      deployment.start()
      await until('the number to be connected', () => isConnected(linked.whatsappId))
      process.stderr.write(
        `move ${done} (${state}): ${Math.round(performance.now() - stoppedAt)} ms without the number\n`,
      )
    },
  })
  expect(withoutEmpty(found.all)).toEqual({})
  const second = await run(['move-in', join(directory, '1.move')], { BALCAO_DATA_DIR: join(directory, 'third') })
  expect([second.code, second.err]).toEqual([1, expect.stringContaining('the same numbers in two places get banned')])
}, 1_200_000)
