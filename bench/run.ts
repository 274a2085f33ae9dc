import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { accept } from './accept'
import { underAttack } from './attacks'
import { audited } from './audit'
import { inboundBefore, listBefore, receivedCostBefore, repliesBefore } from './before'
import { board } from './board'
import { botReplies, bots } from './bots'
import { bursts } from './burst'
import { campaignOptOuts } from './campaign-opt-outs'
import { campaignReplies, campaignStart } from './campaigns'
import { canvas } from './canvas'
import { claimed } from './claim'
import { manyCompanies } from './companies'
import { contactImport } from './contact-import'
import { manyContacts } from './contacts'
import { crash, flood } from './crash'
import { crowd } from './crowd'
import { dashboard } from './dashboard'
import { large, makeData, small } from './data'
import { fanout } from './fanout'
import { type Measure, round } from './figures'
import { flowStep, flowTimers } from './flows'
import { formerSystem } from './former-system'
import { inbound } from './inbound'
import { fairJobs } from './jobs'
import { jobsOnNodes } from './jobs-postgres'
import { list } from './list'
import { mainThread } from './main-thread'
import { idle, linked } from './memory'
import { morning } from './morning'
import { moved } from './move'
import { open, scrolling, switching } from './open'
import { page } from './page'
import { kept, scratch } from './product'
import { replay } from './replay'
import { rowSecurity } from './row-security'
import { search } from './search'
import { sendApi } from './send-api'
import { start } from './start'
import { tail } from './tail'
import { tickets } from './tickets'
import { timers } from './timers'
import { webhooks } from './webhooks'

interface Bench {
  needs: (keyof typeof sizes)[]
  /** Receives the directories of the data in `needs`, in that order. A generator's measures are printed one by one. */
  measure(...data: string[]): Promise<Measure[]> | AsyncGenerator<Measure>
}
const sizes = { small, large }
const bench = (measure: Bench['measure'], ...needs: Bench['needs']): Bench => ({ measure, needs })
/**
 * `bun bench/run.ts [names]` measures the compiled executable beside its comparison, in one run, and prints the rows for
 * bench/history and RESULTS.md. Run it on a machine without other load.
 */
const benches: Record<string, Bench> = {
  attacks: bench(underAttack, 'large'),
  inbound: bench(inbound, 'small'),
  burst: bench(bursts, 'small'),
  bots: bench(bots, 'small'),
  'bot-replies': bench(botReplies, 'small'),
  timers: bench(timers),
  'flow-step': bench(flowStep, 'large'),
  'flow-timers': bench(flowTimers, 'small'),
  'campaign-start': bench(campaignStart, 'small'),
  'campaign-replies': bench(campaignReplies, 'small'),
  'campaign-opt-outs': bench(campaignOptOuts, 'small'),
  replay: bench(replay, 'small'),
  accept: bench(accept, 'large'),
  send: bench(sendApi, 'large'),
  tail: bench(tail, 'large'),
  audit: bench(audited, 'small'),
  tickets: bench(tickets, 'small', 'large'),
  search: bench(search, 'large'),
  'row-security': bench(rowSecurity),
  dashboard: bench(dashboard, 'large'),
  companies: bench(manyCompanies),
  former: bench(formerSystem),
  morning: bench(morning),
  move: bench(moved, 'large'),
  'replies-before': bench(repliesBefore, 'large'),
  'inbound-before': bench(inboundBefore, 'small'),
  'received-cost-before': bench(receivedCostBefore, 'small'),
  'list-before': bench(listBefore, 'large'),
  jobs: bench(fairJobs, 'small'),
  'jobs-postgres': bench(jobsOnNodes),
  webhooks: bench(webhooks, 'small'),
  claim: bench(claimed),
  flushes: bench(mainThread, 'small'),
  fanout: bench(fanout, 'small'),
  crowd: bench(crowd, 'small'),
  list: bench(list, 'small'),
  board: bench(board, 'small'),
  canvas: bench(canvas, 'small'),
  contacts: bench(manyContacts, 'small'),
  'contact-import': bench(contactImport, 'small'),
  open: bench(open, 'small'),
  switch: bench(switching, 'small'),
  scroll: bench(scrolling, 'small'),
  start: bench(start, 'large'),
  memory: bench(idle, 'small'),
  linked: bench(linked, 'small'),
  page: bench(page, 'small'),
  crash: bench(crash),
  flood: bench(flood),
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in benches))
if (unknown) {
  console.error(`no bench ${unknown}; there are ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}
const usual = Object.keys(benches).filter((name) => !name.endsWith('-before') || process.env.BENCH_BEFORE)
const chosen = (asked.length > 0 ? asked : usual).map((name) => benches[name] as Bench)

mkdirSync(scratch, { recursive: true })
sweep()
const schema = await hashOf('migrations/**/*.ts', 'bench/data.ts')
for (const size of new Set(chosen.flatMap(({ needs }) => needs))) await prepare(size)

console.error(`load before: ${loadavg()[0]?.toFixed(2)}`)
process.stdout.write('| measure | bar | measured | met | rounds | control |\n| --- | --- | --- | --- | --- | --- |\n')
let failed = 0
for (const { needs, measure } of chosen)
  try {
    for await (const measured of await measure(...needs.map(placeOf))) process.stdout.write(line(measured))
  } catch (failure) {
    failed++
    console.error(failure instanceof Error ? failure.message : failure)
  }
rmSync(scratch, { recursive: true, force: true })
process.exit(failed === 0 ? 0 : 1)

/** Deletes the directories of runs that were killed; those of running ones remain. */
function sweep() {
  for (const left of new Bun.Glob('run-*').scanSync({ cwd: kept, onlyFiles: false }))
    if (!existsSync(`/proc/${left.slice('run-'.length)}`)) rmSync(join(kept, left), { recursive: true, force: true })
}

/** Directory of prepared data; its name contains a hash of the migrations and of its program. */
function placeOf(size: keyof typeof sizes): string {
  return join(kept, `${size}-${schema}`)
}

/** Makes the data in the directory of this run and renames it, so that prepared data is always complete. */
async function prepare(size: keyof typeof sizes) {
  if (existsSync(placeOf(size))) return
  const fresh = join(scratch, size)
  await makeData(fresh, sizes[size])
  if (!existsSync(placeOf(size))) renameSync(fresh, placeOf(size))
}

function line({ name, bar, figure, unit, met, rounds, control = '' }: Measure): string {
  return `| ${name} | ${bar} | ${round(figure)} ${unit} | ${met ? 'yes' : 'no'} | ${rounds} | ${control} |\n`
}

async function hashOf(...patterns: string[]): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  const files = patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync()].sort())
  for (const file of files) hash.update(await Bun.file(file).bytes())
  return hash.digest('hex').slice(0, 12)
}
