import { Database } from 'bun:sqlite'
import { databaseFile } from '../src/core/storage/data-directory'
import { besideBusyCore } from './attacks/busy-core'
import { startControls } from './attacks/controls'
import { type Beside, measureBeside, sideMs } from './attacks/measure-beside'
import { memoryDuringRest } from './attacks/memory-during-rest'
import { startOtherCompany } from './attacks/other-company'
import { type Attack, attacks, type Target, unmeasured } from './attacks/requests'
import { resultsTable } from './attacks/results-table'
import { openSlowReceiver } from './attacks/slow-webhooks'
import { askers } from './data'
import { below, type Measure } from './figures'
import { login, type ProductServing, residentMb, serveProduct } from './product'

/**
 * Attacks whose name matches BENCH_ATTACKS, a regular expression; all without it. A pattern that matches none (`^$`)
 * measures the busy core and the memory alone.
 */
const chosen = attacks.filter(({ name }) => new RegExp(process.env.BENCH_ATTACKS ?? '').test(name))

/**
 * Each expensive request of each role, one at a time, beside a client of another company that asks for its tickets:
 * p99 of that client ÷ p99 alone just before. The load generator, its client and the server share the machine's cores;
 * as a control, the generator attacks a target without the product's work. Then memory after all attacks at once, and
 * after a rest. Prints the rows of RESULTS.md at the end.
 */
export async function* underAttack(data: string): AsyncGenerator<Measure> {
  const slow = await openSlowReceiver()
  const internal = { BALCAO_INTERNAL_HOSTS: `127.0.0.1:${slow.port}` }
  const product = await serveProduct(data, { BALCAO_SECOND_FACTOR: 'optional', ...internal })
  const target = { ...(await openTarget(product)), receiverPort: slow.port }
  const other = await startOtherCompany(product.url)
  const controls = await startControls(product.url)
  const all: Beside[] = []
  try {
    await other.during(() => Bun.sleep(sideMs))
    yield* await besideBusyCore(other)
    for (const attack of chosen) {
      const measured = await measureBeside(
        other,
        attack,
        { pid: product.pid, target },
        await controls.serverOf(attack, target),
      )
      all.push(measured)
      yield* measured.measures
    }
    if (chosen.length > 0 && chosen.length < attacks.length) return
    for (const [name, reason] of unmeasured) console.error(`not measured: ${name}: ${reason}`)
    yield* await measureMemory(product, target)
  } finally {
    console.error(resultsTable(all))
    other.stop()
    controls.stop()
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
  for (const [seconds, use] of await memoryDuringRest(pid, restMs))
    console.error(`${seconds} s after the attacks: ${use}`)
  return [
    below('memory at most during all attacks at once', 600, 'MB', [most]),
    below('memory after the attacks', 300, 'MB', [after]),
    below(`memory after a rest of ${restMs / 1000} s`, 200, 'MB', [await residentMb(pid)]),
  ]
}
