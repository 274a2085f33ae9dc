import { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { until } from '../until'
import { openDatabaseReadonly } from './audit'
import { Deployment } from './deployment'
import { linkNumber } from './linking'

let deployment: Deployment | undefined
afterEach(() => deployment?.close())

/** Length of each interval in seconds, longer than a busy machine takes to see the timer and kill the executable. */
const seconds = 60
const node = (id: string, type: string, data = {}) => ({ id, type, position: { x: 0, y: 0 }, data })
const edge = (source: string, target: string) => ({ id: source, source, sourceHandle: 'a', target })
/** A text before, between and after two intervals: one of an interval node, one inside of a content node. */
const flow = {
  nodes: [
    node('1', 'start'),
    node('before', 'message', { label: 'antes' }),
    node('wait', 'interval', { sec: seconds }),
    node('parts', 'singleBlock', {
      seq: ['one', 'pause', 'two'],
      elements: [
        { number: 'one', type: 'message', value: 'no meio' },
        { number: 'pause', type: 'interval', value: seconds },
        { number: 'two', type: 'message', value: 'depois' },
      ],
    }),
  ],
  connections: [edge('1', 'before'), edge('before', 'wait'), edge('wait', 'parts')],
}

/** State, place and element of the only run. */
function readRun(made: Deployment) {
  const sqlite = openDatabaseReadonly(made)
  try {
    return sqlite.query('select state, nodeId, element, wakeAt, end from flow_runs').get() as {
      state: string
      nodeId: string
      element: number
      wakeAt: string | null
      end: string | null
    } | null
  } finally {
    sqlite.close()
  }
}

/** Waits for the timer of a node, and kills the executable before it is due. */
async function killInTimerOf(made: Deployment, nodeId: string) {
  const run = await until(`the timer of ${nodeId}`, () => {
    const now = readRun(made)
    return now?.state === 'timer' && now.nodeId === nodeId && now.wakeAt !== null && now
  })
  await made.stop('SIGKILL')
  expect(readRun(made)).toEqual(run)
  return run
}

/** Moves the times of the stopped installation's timers, as if only `left` ms of the interval were left. */
function letTimePass({ dataDir }: Deployment, left: number) {
  const sqlite = new Database(join(dataDir, 'balcao.db'))
  const due = new Date(Date.now() + left).toISOString()
  sqlite.query('update flow_runs set wakeAt = ?').run(due)
  sqlite.query("update jobs set runAt = ? where name = 'flow.run' and state = 'ready'").run(due)
  sqlite.query("update ready_groups set readyAt = ? where name = 'flow.run'").run(due)
  sqlite.close()
}

test('a run killed in each of its intervals goes on when the interval is over, and sends each message once', async () => {
  deployment = await Deployment.open()
  const made = deployment
  const { owner } = await linkNumber(made, '5511911110007')
  const { id: flowId } = await made.send<{ id: number }>('POST', '/flowbuilder', { name: 'Intervalos' })
  await made.send('POST', '/flowbuilder/flow', { idFlow: flowId, ...flow })
  await made.send('POST', '/flowcampaign', { name: 'Começo', flowId, phrase: 'começar' })
  const { number: phone } = await made.control.addCustomer({ number: '5511940020001', name: 'Lia' })
  const texts = async () => (await made.control.inbox({ phone })).map(({ text }) => text)
  await made.control.send({ from: phone, to: owner, content: 'começar' })
  await made.control.waitForCount({ phone, count: 1 })

  // The process may be back before the interval is over.
  await killInTimerOf(made, 'wait')
  expect(await texts()).toEqual(['antes'])
  letTimePass(made, 2_000)
  made.start()
  await made.control.waitForCount({ phone, count: 2, timeout: 120_000 })

  // The process is back after the interval is over.
  await killInTimerOf(made, 'parts')
  letTimePass(made, -500)
  expect(await texts()).toEqual(['antes', 'no meio'])
  made.start()
  await until('the end of the run', () => readRun(made)?.end === 'end')
  await made.control.waitForCount({ phone, count: 3, timeout: 120_000 })
  await until('everything is confirmed', () => {
    const sqlite = openDatabaseReadonly(made)
    const open = sqlite
      .query('select (select count(*) from messages where fromMe = 1 and ack < 2) + (select count(*) from jobs) as n')
      .get() as { n: number }
    sqlite.close()
    return open.n === 0
  })
  expect(await texts()).toEqual(['antes', 'no meio', 'depois'])
})
