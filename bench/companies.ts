import { Database } from 'bun:sqlite'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '../src/core/storage/data-directory'
import { settingRules } from '../src/shared/settings'
import { below, interleaved, type Measure, percentile } from './figures'
import { scratch } from './product'
import { logInAsProvider, serveProvider } from './provider'

const count = 1000
const settingsEach = 20

/** The provider's list of a thousand companies with twenty settings each, and the time they add to the start. */
export async function manyCompanies(): Promise<Measure[]> {
  const [few, many] = [join(scratch, 'data-few-companies'), join(scratch, 'data-many-companies')]
  for (const directory of [few, many]) rmSync(directory, { recursive: true, force: true })
  await (await serveProvider(few)).stop()
  cpSync(few, many, { recursive: true })
  fill(databaseFile(many))
  const starts = await interleaved(
    7,
    () => startOf(many),
    () => startOf(few),
  )
  const added = starts.map(([with1000, without]) => with1000 - without)
  const serving = await serveProvider(many)
  try {
    const pages = ['', '?cursor=Empresa%200500', '?searchParam=empresa%20099', '?searchParam=nobody']
    return [
      below(`list of ${count} companies p99, pages and searches`, 100, 'ms', await asked(serving.url, pages)),
      below(`start, added by ${count} companies`, 100, 'ms', added),
    ]
  } finally {
    await serving.stop()
  }
}

async function startOf(directory: string): Promise<number> {
  const serving = await serveProvider(directory)
  await serving.stop()
  return serving.startMs
}

function fill(file: string) {
  const sqlite = new Database(file)
  const company = sqlite.query(
    "insert into companies (name, email, phone, planId, dueDate) values (?, ?, '', 1, '2099-12-31') returning id",
  )
  const setting = sqlite.query('insert into settings (companyId, key, value) values (?, ?, ?)')
  const keys = Object.keys(settingRules)
  sqlite.transaction(() => {
    for (let at = 0; at < count; at++) {
      const name = `Empresa ${String(at).padStart(4, '0')}`
      const { id } = company.get(name, `c${at}@bench.test`) as { id: number }
      for (let n = 0; n < settingsEach; n++) setting.run(id, keys[n] ?? `more ${n}`, 'enabled')
    }
  })()
  sqlite.close()
}

/** p99 of each of five rounds. */
async function asked(url: string, pages: string[]): Promise<number[]> {
  const token = await logInAsProvider(url)
  const rounds: number[] = []
  for (let round = 0; round < 5; round++) {
    const took: number[] = []
    for (const page of Array.from({ length: 10 }, () => pages).flat()) {
      const from = performance.now()
      const answer = await fetch(`${url}/api/companies/list${page}`, { headers: { authorization: `Bearer ${token}` } })
      await answer.json()
      took.push(performance.now() - from)
      if (!answer.ok) throw new Error(`the list answered ${answer.status}`)
    }
    rounds.push(percentile(took, 0.99))
  }
  return rounds
}
