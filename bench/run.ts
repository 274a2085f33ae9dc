import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { accept } from './accept'
import { audited } from './audit'
import { board } from './board'
import { manyCompanies } from './companies'
import { manyContacts } from './contacts'
import { crash, flood } from './crash'
import { crowd } from './crowd'
import { dashboard } from './dashboard'
import { large, makeData, small } from './data'
import { fanout } from './fanout'
import { type Measure, round } from './figures'
import { inbound } from './inbound'
import { list } from './list'
import { idle, linked } from './memory'
import { open, switching } from './open'
import { page } from './page'
import { scratch } from './product'
import { search } from './search'
import { sendApi } from './send-api'
import { start } from './start'
import { tickets } from './tickets'

/**
 * Measures the compiled executable beside what it is compared with, in one run: `bun bench/run.ts [names]`. Prints the
 * table that is kept, with its date, in RESULTS.md. Nothing else should be busy on the machine meanwhile.
 */
const schema = await hashOf('migrations/*.ts')
const [few, many] = [join(scratch, `small-${schema}`), join(scratch, `large-${schema}`)]
const benches: Record<string, () => Promise<Measure[]>> = {
  inbound: () => inbound(few),
  accept: () => accept(many),
  send: () => sendApi(many),
  audit: () => audited(few),
  tickets: () => tickets(few, many),
  search: () => search(many),
  dashboard: () => dashboard(many),
  companies: () => manyCompanies(),
  fanout: () => fanout(few),
  crowd: () => crowd(few),
  list: () => list(few),
  board: () => board(few),
  contacts: () => manyContacts(few),
  open: () => open(few),
  switch: () => switching(few),
  start: () => start(many),
  memory: () => idle(few),
  linked: () => linked(few),
  page: () => page(few),
  crash,
  flood,
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in benches))
if (unknown) throw new Error(`no bench ${unknown}; there are ${Object.keys(benches).join(', ')}`)
mkdirSync(scratch, { recursive: true })
for (const leftover of new Bun.Glob('{data-*,bare-*,*.pem,*.lua}').scanSync({ cwd: scratch, onlyFiles: false }))
  rmSync(join(scratch, leftover), { recursive: true, force: true })
for (const [directory, size] of [[few, small] as const, [many, large] as const])
  if (!existsSync(join(directory, 'complete'))) {
    rmSync(directory, { recursive: true, force: true })
    await makeData(directory, size)
    await Bun.write(join(directory, 'complete'), '')
  }

console.error(`load before: ${loadavg()[0]?.toFixed(2)}`)
process.stdout.write('| measure | bar | measured | met | rounds |\n| --- | --- | --- | --- | --- |\n')
for (const name of asked.length > 0 ? asked : Object.keys(benches))
  for (const measure of (await benches[name]?.()) ?? []) process.stdout.write(line(measure))
process.exit(0)

function line({ name, bar, figure, unit, met, rounds }: Measure): string {
  return `| ${name} | ${bar} | ${round(figure)} ${unit} | ${met ? 'yes' : 'no'} | ${rounds} |\n`
}

/** Prepared data is kept for as long as the schema it was made in. */
async function hashOf(pattern: string): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for (const file of [...new Bun.Glob(pattern).scanSync()].sort()) hash.update(await Bun.file(file).bytes())
  return hash.digest('hex').slice(0, 12)
}
