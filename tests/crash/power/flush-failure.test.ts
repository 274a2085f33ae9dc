import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../until'
import { openDatabaseReadonly } from '../audit'
import { Deployment } from '../deployment'
import { recorderCommand } from './recorder-command'
import { readRecording } from './recording'

const scratch = mkdtempSync(join(tmpdir(), 'balcao-flush-failure-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Number of the failing flush, after those of the start and the first login. */
const failingFlush = 60

test('a server whose flush fails refuses the write, ends without a checkpoint, and keeps acknowledged rows', async () => {
  const log = join(scratch, 'recording')
  let starts = 0
  const deployment = await Deployment.open({}, (dataDir) =>
    starts++ === 0 ? recorderCommand(log, dataDir, { failingFlush }) : [],
  )
  try {
    const acknowledged: string[] = []
    let refusal = 0
    for (let n = 0; n < 10 * failingFlush && refusal === 0; n++) {
      const answer = await deployment.request('POST', '/tags', { name: `tag ${n}` })
      if (answer.status === 200) acknowledged.push(`tag ${n}`)
      else refusal = answer.status
    }
    expect(refusal).toBe(503)
    await until('the end of the process', () => !deployment.isRunning)
    const written = readRecording(log)
    const failure = written.findIndex(({ at }) => at === 'failed')
    const copied = written
      .slice(failure)
      .filter(({ change }) => change.kind === 'write' && /balcao\.db$/.test(change.path))
    expect(copied).toEqual([])
    expect(
      deployment.readLog().filter(({ msg }) => msg === 'the process ends, because it cannot go on safely').length,
    ).toBe(1)

    deployment.start()
    await deployment.logIn()
    const data = openDatabaseReadonly(deployment)
    const there = data.query('select name from tags order by id').values().flat()
    data.close()
    expect(there.slice(0, acknowledged.length)).toEqual(acknowledged)
  } finally {
    await deployment.close()
  }
}, 600_000)
