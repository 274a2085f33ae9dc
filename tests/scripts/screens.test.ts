import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { said } from '../../scripts/screens/said'

/** Steps of the screenshots run for minutes and not in CI; the texts that they look for are checked here. */

const folder = join(import.meta.dir, '..', '..', 'scripts', 'screens')
/** Arguments of `said`, and the first one of `saidOf`, whose second is the name of a record. */
const calls = [/\bsaid\(\s*((?:'[^'\n]*'(?:,\s*)?)+)/g, /\bsaidOf\(\s*('[^'\n]*')/g]

test('each text that the screenshots look for is a text of the interface', async () => {
  const missing: string[] = []
  let found = 0
  for (const file of new Glob('*.ts').scanSync(folder)) {
    const source = await Bun.file(join(folder, file)).text()
    for (const [, words] of calls.flatMap((call) => [...source.matchAll(call)]))
      for (const [, text] of words!.matchAll(/'([^']*)'/g)) {
        found++
        try {
          said(text!)
        } catch {
          missing.push(`${file}: ${text}`)
        }
      }
  }
  expect(missing).toEqual([])
  expect(found).toBeGreaterThan(200)
})
