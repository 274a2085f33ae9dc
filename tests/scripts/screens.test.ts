import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { docsScreens, privateScreens } from '../../scripts/screens/all'
import { firstDayScreens } from '../../scripts/screens/public'
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

test('docs/screens has the two pictures of each screen that it shows and no other, with less than 2 MB', async () => {
  const names = [...privateScreens, ...firstDayScreens].map(({ name }) => name)
  expect(docsScreens.filter((name) => !names.includes(name))).toEqual([])
  const pictures = [...new Glob('*.webp').scanSync('docs/screens')].sort()
  expect(pictures).toEqual(docsScreens.flatMap((name) => [`${name}-desk-light.webp`, `${name}-phone-dark.webp`]).sort())
  const readme = await Bun.file('docs/screens/README.md').text()
  expect([...readme.matchAll(/\(([\w-]+\.webp)\)/g)].map(([, file]) => file as string).sort()).toEqual(pictures)
  expect(pictures.reduce((sum, file) => sum + Bun.file(`docs/screens/${file}`).size, 0)).toBeLessThan(2e6)
})
