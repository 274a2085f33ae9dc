import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { databaseFile } from '../src/core/storage/data-directory'
import { type Attack, attacks, type Target, unmeasured } from './attacks/requests'
import { openSlowReceiver } from './attacks/slow-webhooks'
import { askers } from './data'
import { below, type Measure, median, percentile, ratio, round } from './figures'
import { login, type ProductServing, residentMb, serveProduct } from './product'

/** Attacks whose name matches BENCH_ATTACKS, a regular expression; all without it. */
const chosen = attacks.filter(({ name }) => new RegExp(process.env.BENCH_ATTACKS ?? '').test(name))
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** Time of each side of a round in ms: attacks are repeated one after the other, one at a time. */
const sideMs = 1000

/**
 * Each expensive request of each role, one at a time, beside a client of another company that asks for its tickets:
 * p99 of that client ÷ p99 alone just before. The load generator, its client and the server share the machine's cores;
 * as a control, the generator sends the same requests to a receiver that does nothing but answer them
 * (beside/recorded-answers.ts). Then memory after all attacks at once, and after a rest.
 */
export async function* underAttack(data: string): AsyncGenerator<Measure> {
  const slow = await openSlowReceiver()
  const internal = { BALCAO_INTERNAL_HOSTS: `127.0.0.1:${slow.port}` }
  const product = await serveProduct(data, { BALCAO_SECOND_FACTOR: 'optional', ...internal })
  const target = { ...(await openTarget(product)), receiverPort: slow.port }
  const client = await startClient(product.url)
  const receiver = await startReceiver(product.url)
  try {
    await client.during(() => Bun.sleep(sideMs))
    for (const attack of chosen) {
      if (attack.isRecordable !== false) await receiver.record({ ...target, url: receiver.url }, attack)
      yield* await measureBeside(client, product, target, attack, receiver.url)
    }
    if (chosen.length < attacks.length) return
    for (const [name, reason] of unmeasured) console.error(`not measured: ${name}: ${reason}`)
    yield* await measureMemory(product, target)
  } finally {
    client.stop()
    receiver.stop()
    slow.stop()
    await product.stop()
  }
}

async function openTarget({ url, directory }: ProductServing): Promise<Omit<Target, 'receiverPort'>> {
  const sqlite = new Database(databaseFile(directory))
  sqlite.run('update plans set useCampaigns = 1, useIntegrations = 1, useKanban = 1')
  sqlite.run(`update users set profile = 'user', allTicket = 'enabled' where email = '${askers[1]}'`)
  const open = sqlite.query("select id from tickets where companyId = 1 and status = 'open' limit 1").get()
  const { id: ticketId } = open as { id: number }
  sqlite.run('update tickets set userId = (select id from users where email = ?) where id = ?', [askers[1]!, ticketId])
  sqlite.close()
  const [admin, user, provider] = [askers[0]!, askers[1]!, 'provedor@bench.test']
  const tokens = {
    admin: await login(url, admin),
    user: await login(url, user),
    super: await login(url, provider),
  }
  return { url, tokens, ticketId }
}

async function startClient(url: string) {
  const token = await login(url, 'admin2@bench.test')
  const paths = ['/tickets?pageNumber=1&status=open', '/tags/list', '/auth/me']
  const script = join(import.meta.dir, 'beside', 'light-client.ts')
  const child = Bun.spawn([process.execPath, script, url, token, ...paths], { stdin: 'pipe', stdout: 'pipe' })
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  const say = (line: string) => {
    child.stdin.write(`${line}\n`)
    child.stdin.flush()
  }
  return {
    /** Durations of the client's requests while the work runs, in ms. */
    async during(work: () => Promise<unknown>): Promise<number[]> {
      say('start')
      await work()
      say('stop')
      let text = ''
      while (!text.endsWith('\n')) {
        const { value, done } = await lines.read()
        if (done) throw new Error('the client of another company ended')
        text += value
      }
      return JSON.parse(text)
    },
    stop: () => child.kill(),
  }
}
type Client = Awaited<ReturnType<typeof startClient>>

/** The control's receiver, which answers as the product did. */
async function startReceiver(productUrl: string) {
  const script = join(import.meta.dir, 'beside', 'recorded-answers.ts')
  const child = Bun.spawn([process.execPath, script, productUrl], { stdout: 'pipe' })
  const { value } = await child.stdout.pipeThrough(new TextDecoderStream()).getReader().read()
  const url = value?.trim()
  if (!url) throw new Error('the receiver ended')
  return {
    url,
    /** Runs the attack once on the product through the receiver, which keeps the answers. */
    async record(target: Target, attack: Attack) {
      await fetch(`${url}/record`, { method: 'POST' })
      await attack.run(target)
      await fetch(`${url}/replay`, { method: 'POST' })
    },
    stop: () => child.kill(),
  }
}

/**
 * Two measures: the ratio of the p99, with that of the control, and by how much the slowest request was slower than
 * the slowest alone. Prints the processor time of the main thread per request of the attack, which depends less on the
 * machine's load. @throws if the control answered a status that the attack did not have.
 */
async function measureBeside(
  client: Client,
  { pid }: ProductServing,
  target: Target,
  { role, name, run, end, isRecordable = true }: Attack,
  receiverUrl: string,
): Promise<Measure[]> {
  const statuses = new Map<number, number>()
  const repeat = async (at: Target, count: (status: number) => void) => {
    const until = performance.now() + sideMs
    do count(await run(at))
    while (performance.now() < until)
  }
  const attack = () => repeat(target, (status) => statuses.set(status, (statuses.get(status) ?? 0) + 1))
  await run(target) // once, so that lazily loaded code is there
  await end?.(target)
  const pairs: [number, number][] = []
  const controls: [number, number][] = []
  const slower: number[] = []
  let spent = 0
  for (let n = 0; n < rounds; n++) {
    const begin = await mainThreadMs(pid)
    const alone = await client.during(() => Bun.sleep(sideMs))
    const middle = await mainThreadMs(pid)
    const beside = await client.during(attack)
    spent += (await mainThreadMs(pid)) - middle - ((middle - begin) * beside.length) / alone.length
    pairs.push([percentile(beside, 0.99), percentile(alone, 0.99)])
    slower.push(Math.max(...beside) - Math.max(...alone))
    await end?.(target)
    if (!isRecordable) continue
    const controlled = await client.during(() => repeat({ ...target, url: receiverUrl }, refuseOther(name, statuses)))
    controls.push([percentile(controlled, 0.99), percentile(alone, 0.99)])
  }
  const answered = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  const requests = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  console.error(`${role}: ${name}, main thread per request without the client's part: ${round(spent / requests)} ms`)
  return [
    {
      ...ratio(`${role}: ${name} (${answered}), p99 of another company ÷ alone, ms`, 1.5, 'less', pairs),
      control: controls.length > 0 ? ratioText(controls) : 'none',
    },
    below(`${role}: ${name}, slowest request of another company above the slowest alone`, 100, 'ms', slower),
  ]
}

/** A request that was not recorded is answered by an error at once: a control without the product's answer and time. */
const refuseOther = (name: string, statuses: ReadonlyMap<number, number>) => (status: number) => {
  if (!statuses.has(status)) throw new Error(`the control of "${name}" answered ${status}, the product never did`)
}

/** Median and rounds of the control's ratio. */
const ratioText = (pairs: [number, number][]) =>
  `${round(median(pairs.map(([a, b]) => a / b)))} × (${pairs.map(([a, b]) => `${round(a)}/${round(b)}`).join(' · ')})`

/** Processor time of the main thread since the start of the process, in ms (Linux). */
async function mainThreadMs(pid: number): Promise<number> {
  return Number((await Bun.file(`/proc/${pid}/task/${pid}/schedstat`).text()).split(' ')[0]) / 1e6
}

const restMs = 75_000

/** Every attack at once, with thirty large forms; then a rest in which workers end and memory is freed. */
async function measureMemory({ pid }: ProductServing, target: Target): Promise<Measure[]> {
  const form = attacks.find(({ name }) => name === 'form with 24 MB') as Attack
  const all = [...attacks, ...Array.from({ length: 30 }, () => form)].map(({ run }) => run(target))
  let isDone = false
  const done = Promise.allSettled(all).then(() => {
    isDone = true
  })
  let most = 0
  while (!isDone) {
    most = Math.max(most, await residentMb(pid))
    await Bun.sleep(100)
  }
  await done
  const after = await residentMb(pid)
  await Bun.sleep(restMs)
  return [
    below('memory at most during all attacks at once', 600, 'MB', [most]),
    below('memory after the attacks', 300, 'MB', [after]),
    below(`memory after a rest of ${restMs / 1000} s`, 200, 'MB', [await residentMb(pid)]),
  ]
}
