import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addRelease, extendedSchema, versionsThat } from '../executable/release-folder'
import { startServiceManager } from '../executable/service-manager'
import { withoutWhatsApp } from '../security/companies'
import { releaseKey } from '../signed-folder'
import { sizeOf } from '../size'
import { until } from '../until'
import { openDatabaseReadonly, withoutEmpty } from './audit'
import { runCrashScenario } from './crash-scenario'
import { Deployment } from './deployment'
import { linkNumber } from './linking'
import { createSeededRandom } from './seeded-random'

/** Updates to versions that do not take work, under traffic. */

const updates = sizeOf({ everyday: 4, full: 20 })
/** Versions that answer 503, extend the schema and end, end at once, or do nothing at all. */
const broken = [
  { serve: versionsThat.refuse },
  { serve: versionsThat.extend, schema: extendedSchema },
  { serve: 'exit 1' },
  { serve: 'exec sleep 600' },
]

let deployment: Deployment
let directory: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'balcao-release-'))
  deployment = await Deployment.open()
}, 600_000)
afterAll(async () => {
  await deployment.close()
  rmSync(directory, { recursive: true, force: true })
})

const newestMigration = async () => {
  const db = openDatabaseReadonly(deployment)
  const row = db.query('select max(name) as name from kysely_migration').get() as { name: string }
  db.close()
  return row.name
}

/** Updates the running executable to the version at `path`; returns the exit code and what it says. */
async function update(path: string, service: string) {
  const { executable, dataDir, port } = deployment
  const command = [executable, 'update', path, '--service', service, '--wait', '2']
  const env = {
    ...withoutWhatsApp,
    PATH: process.env.PATH ?? '',
    BALCAO_ENV_FILE: '',
    BALCAO_HOST: '127.0.0.1',
    BALCAO_PORT: `${port}`,
    BALCAO_DATA_DIR: dataDir,
    BALCAO_RELEASE_KEY: releaseKey,
  }
  const child = Bun.spawn(command, { env, stdout: 'ignore', stderr: 'pipe' })
  const [code, says] = await Promise.all([child.exited, new Response(child.stderr).text()])
  return { code, says }
}

test('after an update to a broken version the old one is back, and no message is lost or doubled', async () => {
  const linked = await linkNumber(deployment, '5511911110008')
  const pauses: number[] = []
  const manager = startServiceManager(directory, {
    start: () => deployment.start(),
    stop: async (signal) => {
      pauses.push(performance.now())
      await deployment.stop(signal)
    },
  })
  let done = 0
  const found = await runCrashScenario(deployment, linked, createSeededRandom('updates'), {
    rates: { inbound: 10, outbound: 10 },
    people: 4,
    disturbances: updates,
    async disturb() {
      const path = addRelease(directory, broken[done++ % broken.length])
      pauses.length = 0
      expect(await update(path, manager.program)).toEqual({
        code: 1,
        says: expect.stringMatching(/is back and takes work\n$/),
      })
      process.stderr.write(`update ${done}: no server for ${Math.round(performance.now() - (pauses[0] ?? 0))} ms\n`)
      await untilConnected()
    },
  })
  manager.close()
  expect(withoutEmpty(found.all)).toEqual({})
  expect(done).toBeGreaterThanOrEqual(updates)
  expect(await newestMigration()).toBe(extendedSchema.newest)

  async function untilConnected() {
    await until('the number to be connected again', async () => {
      const { status } = await deployment.get<{ status: string }>(`/whatsapp/${linked.whatsappId}`).catch(() => ({
        status: '',
      }))
      return status === 'CONNECTED'
    })
  }
}, 1_200_000)
