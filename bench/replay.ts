import { Database as Sqlite } from 'bun:sqlite'
import { databaseFile } from '../src/core/storage/data-directory'
import { askers } from './data'
import { below, interleaved, type Measure, percentile, ratio } from './figures'
import { ask } from './numbers'
import { login, type ProductServing, serveProduct } from './product'

const runs = 500
/** Questions of the flow; a run answers each. */
const questions = 20
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** Pause between two requests of the other company, ms. */
const pace = 5

interface Replay {
  id: number
  status: string
  done: number
  verdicts: { same: number }
}

/**
 * A replay of 500 past runs of 20 questions, from the request to its end, and the requests of another company meanwhile
 * beside the same requests without a replay.
 */
export async function replay(data: string): Promise<Measure[]> {
  const product = await serveProduct(data)
  try {
    const token = await login(product.url, askers[0] as string)
    const other = await login(product.url, 'admin2@bench.test')
    const flowId = await makeFlow(product, token)
    insertRuns(product, flowId)
    const times: number[] = []
    const replayed = async () => {
      const api = measureRequests(product, other)
      times.push(await replayOnce(product, token, flowId))
      return api.stop()
    }
    const alone = async () => {
      const api = measureRequests(product, other)
      await Bun.sleep(times.at(-1) ?? 1000)
      return api.stop()
    }
    await replayOnce(product, token, flowId)
    const pairs = await interleaved(rounds, replayed, alone)
    return [
      below(`replay of ${runs} runs of ${questions} steps`, 5000, 'ms', times),
      below(
        'requests of another company meanwhile, p99',
        100,
        'ms',
        pairs.map(([during]) => during),
      ),
      ratio('the same ÷ without a replay', 3, 'less', pairs),
    ]
  } finally {
    await product.stop()
  }
}

async function replayOnce({ url }: ProductServing, token: string, flowId: number): Promise<number> {
  const from = performance.now()
  const path = `/flowbuilder/flow/${flowId}/replays`
  let replay = await ask<Replay>(url, token, 'POST', path, { count: runs, requestsSucceed: true })
  while (replay.status === 'running') {
    await Bun.sleep(20)
    replay = await ask<Replay>(url, token, 'GET', `/flowbuilder/replays/${replay.id}`)
  }
  const took = performance.now() - from
  if (replay.status !== 'done' || replay.verdicts.same !== runs)
    throw new Error(`the replay ended with ${JSON.stringify({ ...replay, counts: undefined })}`)
  return took
}

/** Requests the first page of conversations again and again; `stop` returns the p99 in ms. */
function measureRequests({ url }: ProductServing, token: string) {
  const times: number[] = []
  let isStopped = false
  const work = (async () => {
    while (!isStopped) {
      const from = performance.now()
      await ask(url, token, 'GET', '/tickets?status=open&showAll=true')
      times.push(performance.now() - from)
      await Bun.sleep(pace)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await work
      return percentile(times, 0.99)
    },
  }
}

/** Publishes a flow of questions that ends with the last one. */
async function makeFlow({ url }: ProductServing, token: string): Promise<number> {
  const { id: idFlow } = await ask<{ id: number }>(url, token, 'POST', '/flowbuilder', { name: 'Pesquisa' })
  const asking = Array.from({ length: questions }, (_, at) => ({
    ...{ id: `q${at}`, type: 'question', position: { x: 240 * at, y: 100 } },
    data: { message: `{{name}}, pergunta ${at}?`, answerKey: `resposta${at}` },
  }))
  const nodes = [{ id: '1', type: 'start', position: { x: 0, y: 0 }, data: {} }, ...asking]
  const connections = asking.map(({ id }, at) => {
    const source = at === 0 ? '1' : `q${at - 1}`
    return { id: `e${at}`, source, sourceHandle: 'a', target: id }
  })
  await ask(url, token, 'POST', '/flowbuilder/flow', { idFlow, nodes, connections })
  return idFlow
}

interface Ticket {
  id: number
  contactId: number
  whatsappId: number
}

/** Inserts ended runs in tickets of the company, each with its log, its answers and their messages. */
function insertRuns({ directory }: ProductServing, flowId: number) {
  const sqlite = new Sqlite(databaseFile(directory))
  sqlite.run('pragma busy_timeout = 10000')
  const { versionId } = sqlite.query('select versionId from flows where id = ?').get(flowId) as { versionId: number }
  const tickets = sqlite
    .query('select id, contactId, whatsappId from tickets where companyId = 1 and whatsappId is not null limit ?')
    .all(runs) as Ticket[]
  sqlite.transaction(() => {
    for (let at = 0; at < runs; at++)
      insertRun(sqlite, { flowId, versionId, at }, tickets[at % tickets.length] as Ticket)
    sqlite.run('update search_progress set indexed = (select max(id) from messages)') // the answers are not indexed
  })()
  sqlite.close()
}

function insertRun(
  sqlite: Sqlite,
  { flowId, versionId, at }: { flowId: number; versionId: number; at: number },
  ticket: Ticket,
) {
  const now = new Date().toISOString()
  const { id: runId } = sqlite
    .query(
      `insert into flow_runs (companyId, ticketId, attendanceId, flowId, versionId, state, nodeId, steps, "end", endedAt)
       values (1, ?, 0, ?, ?, 'done', ?, ?, 'end', ?) returning id`,
    )
    .get(ticket.id, flowId, versionId, `q${questions - 1}`, questions + 1, now) as { id: number }
  const line = sqlite.query('insert into flow_run_log (companyId, runId, nodeId, outcome) values (1, ?, ?, ?)')
  const message = sqlite.query(
    `insert into messages (companyId, ticketId, contactId, whatsappId, waId, fromMe, origin, body, mediaType, ack,
     createdAt, updatedAt) values (1, ?, ?, ?, ?, 0, 'contact', ?, 'chat', 0, ?, ?) returning id`,
  )
  const answer = sqlite.query('insert into flow_run_answers (companyId, runId, afterId, messageId) values (1, ?, ?, ?)')
  line.run(runId, '1', 'a')
  for (let question = 0; question < questions; question++) {
    const waId = `BENCH${at}Q${question}`
    const body = `resposta ${question} da conversa ${at}`
    const { id } = message.get(ticket.id, ticket.contactId, ticket.whatsappId, waId, body, now, now) as { id: number }
    line.run(runId, `q${question}`, 'input')
    line.run(runId, `q${question}`, 'a')
    answer.run(runId, id - 1, id)
  }
}
